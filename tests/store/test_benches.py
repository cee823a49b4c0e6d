from decimal import Decimal
from pathlib import Path

import attrs
import pytest

from goldgate.differ.canonical import digest, digest_bytes
from goldgate.errors import BadFile, SettingsError, UnreadableFile
from goldgate.formats.judgements import judge_digests
from goldgate.formats.rubric import rubric_digest
from goldgate.judge.questions import TEMPLATE
from goldgate.model.case import Case, Expectation, ExpectedRubric
from goldgate.model.grading import JudgeIdentity, JudgeKind
from goldgate.model.rubric import Criterion, Layout, Rubric
from goldgate.model.settings import JudgeSettings, Settings, SuiteSettings
from goldgate.model.value import Json
from goldgate.store.benches import identity_of, judge_now, open_benches

TONE = 'layout = "dimensions"\ncriteria = {tone = 1}\n'
RUBRIC = Rubric(layout=Layout.DIMENSIONS, criteria=(Criterion(name="tone", weight=Decimal(1)),))
SOURCE = b"judge = 1\n"
FUNCTION = JudgeSettings(judge="judges:judge")


def case(rubric: str | None = "tone", *, threshold: Decimal | None = None) -> Case:
    expected = None if rubric is None else ExpectedRubric(name=rubric, threshold=threshold)
    return Case(id="a", request="?", expect=Expectation(rubric=expected), line=3)


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a rubric and a judge, which is also where we are."""
    (tmp_path / "tone.toml").write_text(TONE, encoding="utf-8")
    (tmp_path / "judges.py").write_bytes(SOURCE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


SETTINGS = Settings(judge=FUNCTION, rubrics={"tone": "tone.toml"})


def test_a_suite_that_expects_no_rubric_has_no_judge(root: Path) -> None:
    assert open_benches(root, Settings(), {"s": [case(None)]}) == {}


@pytest.mark.parametrize("name", ["tone", "tone.toml"])
def test_a_rubric_is_named_in_the_settings_or_by_its_path(root: Path, name: str) -> None:
    bench = open_benches(root, SETTINGS, {"s": [case(name)]})["s"]
    assert (bench.rubrics, bench.identity.rubrics) == ({name: RUBRIC}, {name: rubric_digest(RUBRIC)})


def test_another_rubric_takes_the_place_of_the_one_that_is_named(root: Path) -> None:
    other = attrs.evolve(RUBRIC, rules=("Be kind.",))
    assert open_benches(root, SETTINGS, {"s": [case("gone")]}, instead=other)["s"].rubrics == {"gone": other}


def test_a_suite_may_have_a_judge_of_its_own(root: Path) -> None:
    own = JudgeSettings(judge="others:judge")
    settings = attrs.evolve(SETTINGS, suites={"s": SuiteSettings(judge=own)})
    benches = open_benches(root, settings, {"s": [case()], "t": [case()]})
    assert {suite: bench.settings for suite, bench in benches.items()} == {"s": own, "t": FUNCTION}


def test_every_suite_without_a_judge_is_told(root: Path) -> None:
    with pytest.raises(SettingsError) as caught:
        open_benches(root, Settings(rubrics=SETTINGS.rubrics), {"s": [case()], "t": [case(None)], "u": [case()]})
    assert [problem.message.partition(" expects")[0] for problem in caught.value.problems] == [
        "case 'a' of suite 's'",
        "case 'a' of suite 'u'",
    ]


def test_a_rubric_that_many_cases_name_is_complained_about_once(root: Path) -> None:
    with pytest.raises(UnreadableFile) as caught:
        open_benches(root, SETTINGS, {"s": [case("gone.toml"), case("gone.toml")]})
    assert len(caught.value.problems) == 1


def test_a_threshold_off_the_scale_is_told_at_the_line_of_the_case(root: Path) -> None:
    with pytest.raises(BadFile) as caught:
        open_benches(root, SETTINGS, {"s": [case(threshold=Decimal(101))]})
    (problem,) = caught.value.problems
    assert (problem.file, problem.line) == ("golden/s.jsonl", 3)


@pytest.mark.parametrize(
    ("settings", "kind", "name", "made_of"),
    [
        (FUNCTION, JudgeKind.CALLABLE, "judges:judge", {"judges.py": digest_bytes(SOURCE)}),
        (JudgeSettings(judge="pack.age:judge"), JudgeKind.CALLABLE, "pack.age:judge", {}),
        (
            JudgeSettings(judge="command: python judges.py -v"),
            JudgeKind.COMMAND,
            "command: python judges.py -v",
            {"judges.py": digest_bytes(SOURCE)},
        ),
        (JudgeSettings(judge='command: sh "'), JudgeKind.COMMAND, 'command: sh "', {}),
        (
            JudgeSettings(endpoint="http://e/v1", model="m", parameters={"seed": 1}),
            JudgeKind.ENDPOINT,
            "http://e/v1",
            {"seed": 1},
        ),
    ],
)
def test_a_judge_is_known_by_its_name_and_what_it_is_made_of(
    root: Path, settings: JudgeSettings, kind: JudgeKind, name: str, made_of: Json
) -> None:
    assert identity_of(root, settings) == JudgeIdentity(
        kind=kind,
        name=name,
        prompt=TEMPLATE,
        made_of=digest(made_of),
        model=settings.model,
    )


def test_each_part_of_who_judges_is_told_apart() -> None:
    judge = JudgeIdentity(kind=JudgeKind.CALLABLE, name="n", prompt="p", made_of="m", rubrics={"t": "0f"})
    assert judge_digests(judge).keys() == {"judge", "judge.made_of", "judge.prompt", "rubrics.t"}
    assert judge_digests(judge)["rubrics.t"] == "0f"
    assert judge_digests(None) == {}


def test_who_would_judge_now_is_known_also_when_a_rubric_is_gone(root: Path) -> None:
    then = JudgeIdentity(kind=JudgeKind.CALLABLE, name="n", prompt="p", made_of="m", rubrics={"tone": "1", "gone": "2"})
    now = judge_now(root, SETTINGS, "s", then)
    assert now == attrs.evolve(identity_of(root, FUNCTION), rubrics={"tone": rubric_digest(RUBRIC)})
    assert judge_now(root, Settings(), "s", then) is None
    assert judge_now(root, SETTINGS, "s", None) is None
