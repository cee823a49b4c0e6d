"""`goldgate explain`: what does a code that ends a line mean, and what is there to do?"""

from collections.abc import Mapping

from goldgate.commands.answer import Answer
from goldgate.differ.nearest import unknown
from goldgate.errors import UsageError
from goldgate.exit_codes import ExitCode
from goldgate.model.comparison import CaseClass
from goldgate.reports.explain import Explanation, code_lines, explanation_document, explanation_lines, explanations
from goldgate.store.code_pages import code_pages


def explain(word: str) -> Answer:
    """Explain a code, or the class of that name. Raises UsageError for a word that is neither."""
    known = _known()
    by_name = {**known, **{kind.value: known[kind.code] for kind in CaseClass}}
    found = next((one for name, one in by_name.items() if name.casefold() == word.strip("[]").casefold()), None)
    if found is None:
        raise UsageError(f"{unknown('code', word, by_name)}; goldgate explain lists all")
    return Answer(
        exit_code=ExitCode.OPEN,
        lines=lambda: explanation_lines(found),
        document=lambda: explanation_document([found]),
    )


def codes() -> Answer:
    """Every code that there is."""
    known = [*_known().values()]
    return Answer(
        exit_code=ExitCode.OPEN, lines=lambda: code_lines(known), document=lambda: explanation_document(known)
    )


def _known() -> Mapping[str, Explanation]:
    return {one.code: one for one in explanations(code_pages())}
