"""What is said of a run that was stopped before its end? What is done, what it took, why it stopped, how it goes on."""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any, Final, assert_never

from goldgate.formats.decimals import brief_decimal, json_number
from goldgate.model.frozen import frozen
from goldgate.model.limits import LimitSettings, Stop
from goldgate.model.spending import Spent
from goldgate.reports.wording import counted

_MINUTE: Final = 60


@frozen(kw_only=True)
class Stopped:
    """A run, or a recording (`run` is None), that was stopped: `done` of `planned` trials are.

    `answered` counts the questions that a judge has answered. `spent` is None where nobody counted. `stop_file` is a
    path as the user knows it, `go_on` a command line.
    """

    run: str | None
    stop: Stop
    limits: LimitSettings
    spent: Spent | None
    done: int
    planned: int
    answered: int = 0
    stop_file: str
    go_on: str


def stopped_lines(stopped: Stopped) -> Iterator[str]:
    """A problem each."""
    what = "the recording" if stopped.run is None else f"the run {stopped.run}"
    yield f"{what} was stopped before its end: {reason(stopped)}"
    trials = f"{stopped.done} of {counted(stopped.planned, 'trial')} {_are(stopped.done)} done"
    asked = f", {counted(stopped.answered, 'question')} to the judge answered" if stopped.answered else ""
    yield f"{trials}{asked}{_spending(stopped)}"
    kept = "what was answered is kept" if stopped.run is None else "nothing is judged by it, and what is done is kept"
    yield f"{kept}; go on with it: {stopped.go_on}"


def stopped_document(stopped: Stopped) -> Mapping[str, Any]:
    """The same for machines; a figure of which nothing is known is null."""
    spent = stopped.spent
    return {
        "stopped": {
            "run": stopped.run,
            "by": stopped.stop.value,
            "ran": stopped.done,
            "expected": stopped.planned,
            "answered": stopped.answered,
            "spent": None if spent is None else _figures(spent),
            "go_on": stopped.go_on,
        }
    }


def reason(stopped: Stopped) -> str:
    """Why no more calls are made."""
    limits = stopped.limits
    match stopped.stop:
        case Stop.SIGNAL:
            return "it was interrupted"
        case Stop.STOP_FILE:
            return f"the stop file {stopped.stop_file} is there"
        case Stop.UNMETERED:
            return "a call did not tell what it took, so nobody knows what is left of the limit"
        case Stop.USD:
            return f"the limit of ${_number(limits.usd)} is reached"
        case Stop.TOKENS:
            return f"the limit of {limits.tokens} tokens is reached"
        case Stop.MINUTES:
            return f"the limit of {_number(limits.minutes)} minutes is reached"
        case _:
            assert_never(stopped.stop)


def _are(number: int) -> str:
    return "is" if number == 1 else "are"


def _number(limit: Decimal | None) -> str:
    return "" if limit is None else brief_decimal(limit)


def _spending(stopped: Stopped) -> str:
    spent, limits = stopped.spent, stopped.limits
    if spent is None:
        return ""
    minutes = f"{spent.seconds / _MINUTE:.2f} minutes"
    if not spent.calls:
        return f"; no call was made in {minutes}"
    figures = []
    if (known := spent.calls - spent.unknown_usd) or limits.usd is not None:
        figures.append(_known(f"${brief_decimal(spent.usd)}", of=known, unknown=spent.unknown_usd, what="cost"))
    if (known := spent.calls - spent.unknown_tokens) or limits.tokens is not None:
        tokens = counted(spent.tokens, "token")
        figures.append(_known(tokens, of=known, unknown=spent.unknown_tokens, what="number of tokens"))
    return f"; {counted(spent.calls, 'call')} took {', '.join((*figures, minutes))}"


def _known(figure: str, *, of: int, unknown: int, what: str) -> str:
    """A figure; where it is not whole, that is said, and where nothing is known of it there is none."""
    if not of:
        return f"an unknown {what}"
    return f"{figure} and for {counted(unknown, 'call')} an unknown {what}" if unknown else figure


def _figures(spent: Spent) -> dict[str, Any]:
    return {
        "calls": spent.calls,
        "usd": json_number(spent.usd) if spent.unknown_usd < spent.calls or not spent.calls else None,
        "unknown_usd": spent.unknown_usd,
        "tokens": spent.tokens if spent.unknown_tokens < spent.calls or not spent.calls else None,
        "unknown_tokens": spent.unknown_tokens,
        "minutes": spent.seconds / _MINUTE,
    }
