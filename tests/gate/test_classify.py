"""The table, held against a second writing of it that shares nothing with the first."""

from collections.abc import Iterator
from itertools import product

import attrs
import pytest

from goldgate.errors import InternalFault
from goldgate.gate.classify import LETTERS, TABLE, classify, fits
from goldgate.model.comparison import CaseClass, Facts, Marker, Severity
from goldgate.model.judgement import Verdict

PASS, FAIL, ERROR = Verdict.PASS, Verdict.FAIL, Verdict.ERROR


def every_combination() -> Iterator[Facts]:
    """All values of all facts, those that can't occur included."""
    fields = {
        "selected": (True, False),
        "in_golden": (True, False),
        "baseline": (None, *Verdict),
        "current": (None, *Verdict),
        "marker": tuple(Marker),
        "disagree": (True, False),
        "same_outcome": (True, False),
        "same_failure": (True, False),
        "same_definition": (True, False),
        "has_expectations": (True, False),
    }
    for values in product(*fields.values()):
        yield Facts(**dict(zip(fields, values, strict=True)))


def can_occur(facts: Facts) -> bool:
    if facts.baseline is None:
        compared = facts.same_outcome or facts.same_failure or facts.same_definition
        return facts.in_golden and not compared and (facts.current is not None or not facts.selected)
    if facts.baseline is ERROR:
        return False
    return facts.current is not None or not facts.selected or not facts.in_golden


EVERY = tuple(every_combination())
POSSIBLE = tuple(facts for facts in EVERY if can_occur(facts))


def oracle(facts: Facts) -> tuple[int, str, str]:  # noqa: C901, PLR0911, PLR0912 - as many returns as the table has rows
    """The table of the docs, written a second time, row by row."""
    b, c, k = facts.baseline, facts.current, facts.marker is not Marker.NONE
    s, f, i, x = facts.same_outcome, facts.same_failure, facts.same_definition, facts.has_expectations
    if not facts.selected:
        return 1, "not_selected", "-"
    if b is not None and not facts.in_golden:
        return 2, "removed", "worse"
    if c == ERROR:
        return 3, "error", "no judgement"
    if facts.disagree:
        return 4, "unstable", "worse"
    if c == PASS and b == PASS and not x and i and not s:
        return 5, "regression", "worse"
    if facts.marker is Marker.EXPIRED and c == FAIL:
        return 6, "expired", "worse"
    if k and c == PASS:
        return 7, "fixed", "stale"
    if k and c == FAIL and b == PASS:
        return 8, "regression", "worse"
    if k and c == FAIL and b == FAIL and not f:
        return 9, "changed_failure", "worse"
    if k and c == FAIL and b is None:
        return 10, "known_new", "stale"
    if k and c == FAIL and b == FAIL and f and i:
        return 11, "known", "fine"
    if not k and c == FAIL and b == PASS:
        return 12, "regression", "worse"
    if not k and c == FAIL and (b == FAIL or b is None):
        return 13, "unexplained", "worse"
    if c == PASS and b is None:
        return 14, "new", "stale"
    if c == PASS and b == FAIL:
        return 15, "fixed", "stale"
    if not i and (c == PASS or (c == FAIL and k and f)):
        return 16, "case_edited", "stale"
    if c == PASS and not s:
        return 17, "drifted", "stale"
    assert c == PASS
    assert s
    return 18, "ok", "fine"


def test_every_combination_that_can_occur_is_ruled_as_the_table_says() -> None:
    rulings = [(facts, classify(facts)) for facts in POSSIBLE]
    actual = [(facts, (it.row, it.case_class.value, it.severity.value)) for facts, it in rulings]
    assert [(facts, oracle(facts)) for facts in POSSIBLE] == actual


def test_the_first_row_that_fits_wins() -> None:
    for facts in POSSIBLE:
        assert min(row.number for row in TABLE if fits(row.when, facts)) == classify(facts).row


def test_every_row_decides_something() -> None:
    assert {classify(facts).row for facts in POSSIBLE} == set(range(1, 19))


def test_the_rows_are_numbered_in_order() -> None:
    assert [row.number for row in TABLE] == list(range(1, 19))


def test_every_class_stands_in_the_table() -> None:
    assert {row.case_class for row in TABLE} == set(CaseClass)


def test_a_class_has_one_severity() -> None:
    severities = {(row.case_class, row.severity) for row in TABLE}
    assert len(severities) == len(CaseClass)


def test_facts_that_contradict_each_other_are_an_internal_fault() -> None:
    refused = 0
    for facts in set(EVERY) - set(POSSIBLE):
        with pytest.raises(InternalFault):
            classify(facts)
        refused += 1
    assert refused == len(EVERY) - len(POSSIBLE) > 0


def test_the_letters_stand_for_facts() -> None:
    assert set(LETTERS.values()) < {field.name for field in attrs.fields(Facts)}


def worse_than(facts: Facts) -> Iterator[Facts]:
    """The same case, one thing about it made worse."""
    if facts.current is PASS:
        yield attrs.evolve(facts, current=FAIL)
    if facts.current in {PASS, FAIL}:
        yield attrs.evolve(facts, current=ERROR)
        yield attrs.evolve(facts, disagree=True)
        yield attrs.evolve(facts, same_outcome=False)
        yield attrs.evolve(facts, same_failure=False)
    if facts.baseline is not None:
        yield attrs.evolve(facts, in_golden=False)


def test_making_a_case_without_a_live_marker_worse_never_improves_its_severity() -> None:
    """Worse and no judgement stay closed, stale stays at least stale, only fine may stay fine."""
    gravity = {Severity.FINE: 0, Severity.STALE: 1, Severity.WORSE: 2, Severity.NO_JUDGEMENT: 3}
    for facts in POSSIBLE:
        if facts.selected and facts.marker is not Marker.LIVE and facts.current is not ERROR:
            before = gravity[classify(facts).severity]
            assert all(gravity[classify(worse).severity] >= min(before, 2) for worse in worse_than(facts))
