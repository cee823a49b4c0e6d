import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldgate.errors import BadFile
from goldgate.formats.baseline import Entry, entry_of, open_baseline, read_baseline, write_baseline
from goldgate.formats.baseline_merge import Merged, merge_baselines
from goldgate.model.baseline import BaselineLine, Outcome
from goldgate.model.judgement import Verdict

FILE = "baselines/files.jsonl"


def entry(case: str, answer: object) -> Entry:
    """A line whose answer tells it apart."""
    outcome = Outcome(steps=(), answer=answer, status="success")  # type: ignore[arg-type]  # some JSON
    return entry_of(BaselineLine(id=case, verdict=Verdict.PASS, case="c", outcome=outcome))


def baseline(outcome: str = "0", **answers: object) -> bytes:
    """A file with a line for each case, in its one spelling."""
    return write_baseline(outcome, [entry(case, answer) for case, answer in answers.items()])


def merged(base: bytes, ours: bytes, theirs: bytes) -> Merged:
    return merge_baselines(base, ours, theirs, file=FILE)


def clean(data: bytes) -> Merged:
    return Merged(data=data, conflicts=())


def test_other_cases_are_taken_from_both_branches_neighbours_or_not() -> None:
    base = baseline(a=1, b=1, d=1)
    assert merged(base, baseline(a=2, b=1, d=1), baseline(a=1, b=2, c=2)) == clean(baseline(a=2, b=2, c=2))


def test_the_same_change_of_both_branches_is_one() -> None:
    assert merged(baseline(a=1, b=1), baseline(a=2), baseline(a=2)) == clean(baseline(a=2))


def test_a_first_baseline_of_both_branches_has_the_cases_of_both() -> None:
    assert merged(b"", baseline(a=1), baseline(a=1, b=1)) == clean(baseline(a=1, b=1))


def test_of_a_case_that_both_changed_both_lines_stay_and_no_reader_takes_them() -> None:
    result = merged(baseline(a=1, b=1), baseline(a=2, b=1), baseline(a=3, b=1))
    assert (result.conflicts, result.data) == (
        ("a",),
        write_baseline("0", [entry("a", 2), entry("a", 3), entry("b", 1)]),
    )
    with pytest.raises(BadFile, match="id 'a' stands"):
        read_baseline(result.data, file=FILE)
    with pytest.raises(BadFile, match="id 'a' stands twice"):
        list(open_baseline(result.data.splitlines(keepends=True), file=FILE)[1])


def test_judges_and_rubrics_of_both_branches_are_those_of_the_merged_file() -> None:
    """Where they differ, the verdicts of one branch are not those that the judge of the other would give."""
    both = [
        write_baseline("0", [], judge={"judge": "1", **rubric}) for rubric in ({"rubrics.a": "2"}, {"rubrics.b": "3"})
    ]
    assert merged(baseline(), *both) == clean(
        write_baseline("0", [], judge={"judge": "1", "rubrics.a": "2", "rubrics.b": "3"})
    )
    with pytest.raises(BadFile, match="under different judges or rubrics"):
        merged(baseline(), both[0], write_baseline("0", [], judge={"judge": "1", "rubrics.a": "4"}))


def test_a_case_that_one_changed_and_the_other_dropped_is_a_conflict() -> None:
    assert merged(baseline(a=1), baseline(), baseline(a=2)) == Merged(data=baseline(a=2), conflicts=("a",))


def test_lines_of_other_outcome_settings_are_not_mixed() -> None:
    with pytest.raises(BadFile, match=r"^baselines/files\.jsonl: the branches wrote it under different outcome"):
        merged(baseline(a=1), baseline(a=1), baseline("1", a=1))


def test_a_file_that_is_none_is_refused() -> None:
    with pytest.raises(BadFile, match=r"^baselines/files\.jsonl:1: "):
        merged(baseline(a=1), baseline(a=1), b"<<<<<<< ours\n")


answers = st.dictionaries(st.sampled_from("abcd"), st.integers(1, 3))


@given(base=answers, ours=answers, theirs=answers)
def test_a_merge_is_that_of_its_cases_whichever_branch_is_ours(
    base: dict[str, int], ours: dict[str, int], theirs: dict[str, int]
) -> None:
    there = merged(baseline("0", **base), baseline("0", **ours), baseline("0", **theirs))
    back = merged(baseline("0", **base), baseline("0", **theirs), baseline("0", **ours))
    assert there.conflicts == back.conflicts
    assert there.conflicts or there == back
    assert merged(baseline("0", **base), baseline("0", **ours), baseline("0", **base)) == clean(baseline("0", **ours))
