"""How is the request of a case said to a framework? As the turns of a conversation, the last of them the new one."""

from goldgate.model.case import CaseView, Turn


def turns_of(case: CaseView) -> tuple[Turn, ...]:
    """The turns of the request; a text is one turn of the user."""
    return (Turn(role="user", content=case.request),) if isinstance(case.request, str) else tuple(case.request)


def history_and_last(case: CaseView) -> tuple[tuple[Turn, ...], str]:
    """What was said before, and what is said now."""
    *before, last = turns_of(case)
    return tuple(before), last.content
