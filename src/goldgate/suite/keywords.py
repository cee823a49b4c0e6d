"""What does `-k 'read and not (list or recent)'` mean? Words that occur or don't, joined by and, or, not."""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeAlias

from goldgate.errors import UsageError
from goldgate.formats.ids import folded

Predicate: TypeAlias = Callable[[str], bool]
"""Whether a folded text fits."""

_WORD_OR_SIGN: Final = re.compile(r"[()]|[^()\s]+")
_DEEPEST: Final = 20
_END: Final = ""
_RESERVED: Final = frozenset({"and", "or", "not", "(", ")", _END})


def keyword_filter(expression: str) -> Callable[[Iterable[str]], bool]:
    """A function that says whether some texts of a case, taken together, fit the expression.

    A word fits when it occurs in one of the texts, in upper or lower case. Raises UsageError with the place.
    """
    parser = _Parser(expression)
    predicate = parser.either(depth=0)
    if parser.ahead != _END:
        raise parser.refusal("expected 'and', 'or' or the end")
    return lambda texts: predicate(folded("\n".join(texts)))


class _Parser:
    """Reads an expression from left to right; `ahead` is the next word or sign."""

    def __init__(self, expression: str) -> None:
        self._expression = expression
        self._rest = _WORD_OR_SIGN.finditer(expression)
        self._column = 0
        self.ahead = _END
        self._advance()

    def _advance(self) -> str:
        """Step over what is ahead, and give it."""
        passed = self.ahead
        found = next(self._rest, None)
        self._column = found.start() + 1 if found else len(self._expression) + 1
        self.ahead = found[0] if found else _END
        return passed

    def refusal(self, expected: str) -> UsageError:
        """The error for what can't stand where it stands."""
        got = repr(self.ahead) if self.ahead else "the end"
        return UsageError(f"-k {self._expression!r}: {expected}, got {got} at column {self._column}")

    def either(self, *, depth: int) -> Predicate:
        """A chain of `or`."""
        return _joined(self._chain("or", self._both, depth=depth), any)

    def _both(self, *, depth: int) -> Predicate:
        return _joined(self._chain("and", self._maybe_not, depth=depth), all)

    def _chain(self, joint: str, part: Callable[..., Predicate], *, depth: int) -> Sequence[Predicate]:
        parts = [part(depth=depth)]
        while self.ahead == joint:
            self._advance()
            parts.append(part(depth=depth))
        return parts

    def _maybe_not(self, *, depth: int) -> Predicate:
        negated = False
        while self.ahead == "not":
            self._advance()
            negated = not negated
        predicate = self._word_or_group(depth=depth)
        return (lambda text: not predicate(text)) if negated else predicate

    def _word_or_group(self, *, depth: int) -> Predicate:
        if self.ahead == "(":
            if depth == _DEEPEST:
                raise self.refusal(f"expected at most {_DEEPEST} parentheses inside one another")
            self._advance()
            predicate = self.either(depth=depth + 1)
            if self.ahead != ")":
                raise self.refusal("expected ')'")
            self._advance()
            return predicate
        if self.ahead in _RESERVED:
            raise self.refusal("expected a word")
        word = folded(self._advance())
        return lambda text: word in text


def _joined(parts: Sequence[Predicate], fold: Callable[[Iterable[bool]], bool]) -> Predicate:
    if len(parts) == 1:
        return parts[0]
    return lambda text: fold(part(text) for part in parts)
