"""Which runs of shards make one run, and what of it is refused."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import attrs
import pytest

from goldgate.errors import MergeRefused
from goldgate.formats.judgements import judge_digests
from goldgate.model.cassette import Mode
from goldgate.model.grading import JudgeIdentity, JudgeKind
from goldgate.model.result import RunEnd, RunHeader, SuiteHeader, VariantHeader
from goldgate.model.settings import MatchBy, Options
from goldgate.model.shard import Shard
from goldgate.model.variant import ResolvedVariant
from goldgate.suite.merge import ShardRun, in_order, merged_header

CASES: Final = {"a": "1a", "b": "1b", "c": "1c", "d": "1d"}
SUITE: Final = SuiteHeader(
    golden="90",
    outcome="91",
    agent="agent:agent",
    cases=CASES,
    selected=frozenset("ab"),
    settings={"timeout": "92", "trials": "93"},
)
HEADER: Final = RunHeader(
    run="run-1",
    goldgate="0.1.0",
    started="2026-11-30T12:00:00+00:00",
    suites={"files": SUITE},
    trials=2,
    project_files={"agent.py": "94"},
    revision="abc",
    dirty=False,
    selection="--shard 1/2",
    shard=Shard(number=1, of=2),
)
END: Final = RunEnd(results=2, errors=0, lines="95", finished="2026-11-30T12:01:00+00:00")
JUDGE: Final = JudgeIdentity(
    kind=JudgeKind.CALLABLE, name="judges:judge", prompt="c0", made_of="c1", rubrics={"tone": "c2"}
)


def first(**changes: Any) -> ShardRun:
    """The run of shard 1/2, which has the cases a and b."""
    return ShardRun(name="one", header=attrs.evolve(HEADER, **changes), end=END)


def second(**changes: Any) -> ShardRun:
    """The run of shard 2/2, which has the others."""
    suite = attrs.evolve(SUITE, selected=frozenset("cd"))
    header = attrs.evolve(
        HEADER,
        run="run-2",
        started="2026-11-30T11:00:00+00:00",
        suites={"files": suite},
        selection="--shard 2/2",
        shard=Shard(number=2, of=2),
    )
    return ShardRun(name="two", header=attrs.evolve(header, **changes), end=END)


def suite(run: ShardRun, **changes: Any) -> ShardRun:
    """The run with another header of its suite."""
    source = attrs.evolve(run.header.suites["files"], **changes)
    return attrs.evolve(run, header=attrs.evolve(run.header, suites={"files": source}))


def ended(run: ShardRun, **changes: Any) -> ShardRun:
    return attrs.evolve(run, end=attrs.evolve(run.end, **changes))


def refusals(*runs: ShardRun) -> Sequence[str]:
    with pytest.raises(MergeRefused) as raised:
        merged_header(runs)
    head, *rest = (problem.message for problem in raised.value.problems)
    assert head == "these runs are not the shards of one run"
    return rest


def test_two_halves_are_the_run_that_was_not_sharded() -> None:
    expected = attrs.evolve(
        HEADER,
        run="",
        started="2026-11-30T11:00:00+00:00",
        suites={"files": attrs.evolve(SUITE, selected=None)},
        trials=4,
        selection="",
        shard=None,
        merged=("run-1", "run-2"),
    )
    assert merged_header([first(), second()]) == expected


def test_shards_are_taken_in_the_order_of_their_numbers() -> None:
    assert [run.name for run in in_order([second(), first()])] == ["one", "two"]


def test_shards_of_a_selection_are_a_run_of_that_selection() -> None:
    """Only the part that was selected is in some shard."""
    one = suite(first(selection="--tag slow --shard 1/2"), selected=frozenset("a"))
    two = suite(second(selection="--tag slow --shard 2/2"), selected=frozenset("c"))
    merged = merged_header([one, two])
    assert (merged.selection, merged.suites["files"].selected) == ("--tag slow", frozenset("ac"))


def test_a_selection_that_takes_every_case_is_written_down_as_that() -> None:
    one, two = first(selection="--suite files --shard 1/2"), second(selection="--suite files --shard 2/2")
    merged = merged_header([one, two])
    assert (merged.selection, merged.suites["files"].selected) == ("--suite files", None)


def test_a_shard_without_a_case_adds_nothing() -> None:
    one, two = suite(first(trials=4), selected=frozenset(CASES)), suite(second(trials=0), selected=frozenset())
    assert merged_header([one, two]).trials == 4


def test_what_only_some_shards_have_to_do_with_is_put_together() -> None:
    recorded = {**SUITE.settings, "recording.match": "96"}
    judged = attrs.evolve(JUDGE, rubrics={"style": "c3"})
    one = suite(
        first(),
        settings={**recorded, **judge_digests(JUDGE)},
        cassettes={"a": "e1"},
        match=MatchBy.ORDER,
        splits={"train": 1, "test": 1},
        judge=JUDGE,
    )
    two = suite(second(), splits={"test": 2}, judge=judged, settings={**SUITE.settings, **judge_digests(judged)})
    both = attrs.evolve(JUDGE, rubrics={"style": "c3", "tone": "c2"})
    expected = attrs.evolve(
        SUITE,
        selected=None,
        settings={**recorded, **judge_digests(both)},
        cassettes={"a": "e1"},
        match=MatchBy.ORDER,
        splits={"test": 3, "train": 1},
        judge=both,
    )
    assert merged_header([one, two]).suites["files"] == expected
    assert merged_header([two, one]).suites["files"] == expected


def test_a_revision_is_told_where_all_have_the_same() -> None:
    assert merged_header([first(), second(revision="def")]).revision is None


def test_one_dirty_folder_makes_all_dirty() -> None:
    """And where git was not there for one, nobody knows."""
    told = [(False, False), (True, False), (None, True), (None, None)]
    merged = [merged_header([first(dirty=one), second(dirty=two)]).dirty for one, two in told]
    assert merged == [False, True, None, None]


def test_files_that_came_later_may_be_those_of_some_cases_only() -> None:
    assert merged_header([ended(first(), project_files={"late.py": "97"}), second()]).trials == 4


def test_what_trials_wrote_may_differ() -> None:
    one = ended(first(project_files={"agent.py": "94", "memory.json": "97"}), written=("memory.json",))
    assert merged_header([one, second()]).trials == 4


def test_a_run_without_a_shard_is_refused() -> None:
    with pytest.raises(MergeRefused, match=r"^two is not the run of a shard, which goldgate run --shard I/N makes$"):
        merged_header([first(), second(shard=None)])


def test_trials_that_were_judged_again_are_refused() -> None:
    with pytest.raises(MergeRefused, match=r"^one judges the trials of another run again; merge the shards"):
        merged_header([first(trials_of="run-0"), second()])


def test_a_missing_shard_is_named() -> None:
    assert refusals(first())[0] == "shard 2/2 is missing"


def test_several_missing_shards_are_named() -> None:
    seventh = first(shard=Shard(number=1, of=7), selection="--shard 1/7")
    assert refusals(seventh)[0] == "shards 2/7, 3/7, 4/7, 5/7, 6/7 and 1 more are missing"


def test_a_shard_that_is_there_twice_is_named() -> None:
    twin = attrs.evolve(first(), name="twin")
    assert refusals(first(), twin, second()) == ["shard 1/2 is there 2 times: one, twin"]


def test_shards_of_another_number_are_refused() -> None:
    third = second(shard=Shard(number=2, of=3), selection="--shard 2/3")
    assert refusals(first(), third) == ["number of shards: 2 in one; 3 in two"]


def test_a_case_in_two_shards_is_named() -> None:
    assert refusals(first(), suite(second(), selected=frozenset("bcd"))) == ["in more than one shard: files::b"]


def test_a_case_in_no_shard_is_named_where_all_were_selected() -> None:
    assert refusals(first(), suite(second(), selected=frozenset("d"))) == ["in no shard: files::c"]


HEADERS: Final[Mapping[str, tuple[Mapping[str, Any], str]]] = {
    "goldgate": ({"goldgate": "0.2.0"}, "version of goldgate: 0.1.0 in one; 0.2.0 in two"),
    "selection": ({"selection": "--tag x --shard 2/2"}, "selection: everything in one; --tag x in two"),
    "mode": ({"mode": Mode.LIVE}, "mode: replay in one; live in two"),
    "variants": ({"variants": ("none", "root")}, "variants: default in one; none, root in two"),
    "guards_off": (
        {"guards_off": ("the timeout",)},
        "what did not hold where the agent ran: nothing in one; the timeout in two",
    ),
    "options": ({"options": Options(trials=3)}, "--trials: not given in one; 3 in two"),
    "project_files": ({"project_files": {"agent.py": "00"}}, "project file agent.py: 94 in one; 00 in two"),
    "suites": ({"suites": {}}, "golden file of suite files: 90 in one; not there in two"),
}
SUITES: Final[Mapping[str, tuple[Mapping[str, Any], str]]] = {
    "golden": ({"golden": "00"}, "golden file of suite files: 90 in one; 00 in two"),
    "outcome": ({"outcome": "00"}, "outcome settings of suite files: 91 in one; 00 in two"),
    "agent": ({"agent": "b:agent"}, "agent of suite files: agent:agent in one; b:agent in two"),
    "settings": (
        {"settings": {"timeout": "92", "trials": "00"}},
        "setting trials of suite files: 93 in one; 00 in two",
    ),
    "variants": (
        {"variants": {"root": ResolvedVariant(name="root", selector="root", digest="00")}},
        "variant root of suite files: not there in one; 00 in two",
    ),
    "sampled": ({"sampled": True}, "suite files: not sampled in one; sampled in two"),
    "own": (
        {"own": {"warm": VariantHeader(outcome="00", sampled=True)}},
        "outcome settings of variant warm of suite files: not there in one; 00 in two",
    ),
}
OF_ONE_SHARD: Final = {"run", "started", "trials", "revision", "dirty", "shard", "merged", "trials_of"}
"""What a shard has for itself, or must not have."""
OF_SOME_CASES: Final = {"selected", "splits", "cassettes", "match", "judge"}
"""What goes together, and is held against the others by the settings that say the same."""
OF_THE_GOLDEN_FILE: Final = {"cases", "known_failures", "unexpecting"}
"""What follows from the bytes of the golden file."""


@pytest.mark.parametrize(("changes", "told"), HEADERS.values(), ids=HEADERS)
def test_shards_that_were_not_made_alike_are_refused_with_both(changes: Mapping[str, Any], told: str) -> None:
    assert told in refusals(first(), second(**changes))


@pytest.mark.parametrize(("changes", "told"), SUITES.values(), ids=SUITES)
def test_suites_that_were_not_made_alike_are_refused_with_both(changes: Mapping[str, Any], told: str) -> None:
    assert told in refusals(first(), suite(second(), **changes))


def test_nothing_that_a_header_says_is_overlooked() -> None:
    assert HEADERS.keys() | OF_ONE_SHARD == attrs.fields_dict(RunHeader).keys()
    assert SUITES.keys() | OF_SOME_CASES | OF_THE_GOLDEN_FILE == attrs.fields_dict(SuiteHeader).keys()


def test_what_a_variant_has_of_its_own_is_merged_as_what_the_suite_has() -> None:
    def warm(shard: ShardRun, **settings: str) -> ShardRun:
        return suite(shard, own={"warm": VariantHeader(outcome="95", sampled=True, settings=settings)})

    merged = merged_header([warm(first(), timeout="92"), warm(second(), timeout="92", judge="96")])
    assert merged.suites["files"].own["warm"].settings == {"timeout": "92", "judge": "96"}


def test_another_judge_is_refused_with_both() -> None:
    other = attrs.evolve(JUDGE, made_of="00")
    one = suite(first(), judge=JUDGE, settings={**SUITE.settings, **judge_digests(JUDGE)})
    two = suite(second(), judge=other, settings={**SUITE.settings, **judge_digests(other)})
    then, now = (judge_digests(judge)["judge.made_of"] for judge in (JUDGE, other))
    assert refusals(one, two) == [f"setting judge.made_of of suite files: {then} in one; {now} in two"]


def test_recordings_found_otherwise_are_refused() -> None:
    one, two = (
        suite(run, settings={**SUITE.settings, "recording.match": digest})
        for run, digest in ((first(), "96"), (second(), "00"))
    )
    assert refusals(one, two) == ["setting recording.match of suite files: 96 in one; 00 in two"]


def test_a_file_that_came_later_as_two_is_refused() -> None:
    one, two = ended(first(), project_files={"late.py": "97"}), ended(second(), project_files={"late.py": "00"})
    assert refusals(one, two) == ["project file late.py: 97 in one; 00 in two"]


def test_a_file_that_changed_while_a_shard_ran_is_refused() -> None:
    assert refusals(ended(first(), project_files={"agent.py": "00"}), second()) == [
        "project file agent.py: 00 in one; 94 in two"
    ]


def test_many_runs_that_have_the_same_are_not_all_named() -> None:
    """Five, and how many more."""
    shards = [
        ShardRun(
            name=f"r{number}",
            header=attrs.evolve(
                HEADER, shard=Shard(number=number, of=8), selection=f"--shard {number}/8", goldgate=f"{number == 8}"
            ),
            end=END,
        )
        for number in range(1, 9)
    ]
    assert "version of goldgate: False in r1, r2, r3, r4, r5 and 2 more; True in r8" in refusals(*shards)
