import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
import pytest

from goldgate.differ.canonical import digest_bytes
from goldgate.differ.outcome import outcome_digest
from goldgate.errors import BadFile, OutdatedRun
from goldgate.formats.golden import case_digest
from goldgate.formats.result_settings import settings_digests
from goldgate.model.cassette import Mode
from goldgate.model.guards import GuardSettings
from goldgate.model.http import HttpSettings, Method
from goldgate.model.known_failure import KnownFailure
from goldgate.model.result import RunHeader, SuiteHeader
from goldgate.model.settings import (
    KnownFailureSettings,
    Options,
    OutcomeField,
    RecordingSettings,
    Redaction,
    Settings,
    SuiteSettings,
)
from goldgate.model.variant import Selector, SelectorKind, VariantSettings
from goldgate.store.golden import load_golden
from goldgate.store.journal import begin_run
from goldgate.store.outdated import check_fresh
from goldgate.store.runs import FinishedRun

if TYPE_CHECKING:
    from tests.store.conftest import Runs

SETTINGS = Settings(agent="agent:agent")
MARKER = {"reason": "pulled to file_read", "issue": "#12"}


@attrs.frozen
class Project:
    """A project with a golden suite `files`, an agent of one file, and a run of it."""

    root: Path
    run: FinishedRun

    def edit(self, case: int = 0, **changes: object) -> None:
        """Change keys of a golden case; None takes one out."""
        path = self.root / "golden" / "files.jsonl"
        cases = [json.loads(line) for line in path.read_text().splitlines()]
        cases[case] = {key: value for key, value in {**cases[case], **changes}.items() if value is not None}
        path.write_text("".join(f"{json.dumps(item)}\n" for item in cases))

    def differences(self, settings: Settings = SETTINGS) -> list[str]:
        """How the run is outdated, without the sentence that says that it is."""
        with pytest.raises(OutdatedRun) as caught:
            check_fresh(self.run, root=self.root, settings=settings)
        first, *rest = map(str, caught.value.problems)
        assert first == f"the run {self.run.name} is outdated; make a new one: goldgate run"
        return rest


def source(root: Path, settings: Settings = SETTINGS) -> SuiteHeader:
    """The header of the suite as it is on the disk, under some settings."""
    golden = load_golden(root, SETTINGS)["files"]
    return SuiteHeader(
        golden=golden.digest,
        outcome=outcome_digest(settings.outcome_of("files")),
        agent=str(settings.agent_of("files")),
        settings=settings_digests(settings, "files", mode=Mode.REPLAY, recorded=False),
        cases={case.id: case_digest(case) for case in golden.cases},
        known_failures={case.id: case.known_failure for case in golden.cases if case.known_failure},
    )


@pytest.fixture
def project(runs: "Runs") -> Project:
    (runs.root / "golden").mkdir()
    cases = [{"id": "a", "request": "x"}, {"id": "최근", "request": "y", "known_failure": MARKER}]
    lines = [json.dumps(case, ensure_ascii=False) for case in cases]
    (runs.root / "golden" / "files.jsonl").write_text("\n".join(lines))
    (runs.root / "agent.py").write_bytes(b"x = 1\n")
    (runs.root / "late.py").write_bytes(b"x = 1\n")
    digest = digest_bytes(b"x = 1\n")
    header = attrs.evolve(
        runs.header("a", "최근"), suites={"files": source(runs.root)}, project_files={"agent.py": digest}
    )
    with begin_run(runs.root, header, settings=runs.settings, now=runs.STARTED) as journal:
        journal.saw({"late.py": digest})
        return Project(runs.root, runs.end(journal))


def made_under(project: Project, settings: Settings, **changes: Any) -> FinishedRun:
    """The run as if it had been made under other settings, with some more changes to its header."""
    suites = {"files": source(project.root, settings)}
    header: RunHeader = attrs.evolve(project.run.header, suites=suites, **changes)
    return attrs.evolve(project.run, header=header)


def test_an_agent_that_is_asked_in_another_way_makes_a_run_outdated(project: Project) -> None:
    asked = Settings(agent="http://127.0.0.1:8000/")
    run = made_under(project, asked)
    check_fresh(run, root=project.root, settings=asked)
    changed = attrs.evolve(asked, http=HttpSettings(method=Method.PUT))
    assert attrs.evolve(project, run=run).differences(changed) == ["settings of suite 'files' are changed: http.method"]


def test_a_fresh_run_gives_the_markers_of_its_suites(project: Project) -> None:
    markers = check_fresh(project.run, root=project.root, settings=SETTINGS)
    assert markers == {"files": {"최근": KnownFailure(reason="pulled to file_read", issue="#12")}}


def test_markers_tags_notes_and_splits_may_be_edited(project: Project) -> None:
    project.edit(0, known_failure={"reason": "new", "issue": "#13"}, tags=["t"], notes="n", split="test")
    project.edit(1, known_failure=None)
    markers = check_fresh(project.run, root=project.root, settings=SETTINGS)
    assert markers == {"files": {"a": KnownFailure(reason="new", issue="#13")}}


@pytest.mark.parametrize("changes", [{"request": "z"}, {"expect": {"calls": []}}, {"world": {"state": 1}}])
def test_an_edited_case_outdates_the_run(project: Project, changes: dict[str, object]) -> None:
    project.edit(0, **changes)
    assert project.differences() == ["golden/files.jsonl: cases are edited: a"]


def test_new_and_missing_cases_outdate_the_run(project: Project) -> None:
    project.edit(1, id="새")
    assert project.differences() == [
        "golden/files.jsonl: cases are new: 새",
        "golden/files.jsonl: cases are gone: 최근",
    ]


def test_many_cases_are_cut_and_counted(project: Project) -> None:
    with (project.root / "golden" / "files.jsonl").open("a") as file:
        file.writelines(f'\n{{"id": "n{number}", "request": "x"}}' for number in range(8))
    assert project.differences() == ["golden/files.jsonl: cases are new: n0, n1, n2, n3, n4 and 3 more"]


def test_a_golden_file_that_is_broken_by_now_is_told(project: Project) -> None:
    (project.root / "golden" / "files.jsonl").write_text("{")
    with pytest.raises(BadFile, match=r"^golden/files\.jsonl:1: "):
        check_fresh(project.run, root=project.root, settings=SETTINGS)


def test_a_golden_file_that_is_gone_outdates_the_run(project: Project) -> None:
    (project.root / "golden" / "files.jsonl").rename(project.root / "golden" / "other.jsonl")
    assert project.differences() == [
        "golden/other.jsonl: the suite is new",
        "suite 'files' has no golden file any more",
    ]


def test_a_run_of_a_selection_does_not_know_of_new_suites(project: Project) -> None:
    (project.root / "golden" / "other.jsonl").touch()
    header = attrs.evolve(project.run.header, selection="--suite files")
    run = attrs.evolve(project.run, header=header)
    assert list(check_fresh(run, root=project.root, settings=SETTINGS)) == ["files"]


def test_other_outcome_settings_outdate_the_run(project: Project) -> None:
    settings = attrs.evolve(SETTINGS, suites={"files": SuiteSettings(outcome=(OutcomeField.CALLS,))})
    assert project.differences(settings) == ["settings of suite 'files' are changed: outcome"]


def test_another_agent_outdates_the_run(project: Project) -> None:
    settings = attrs.evolve(SETTINGS, agent="agent:other")
    assert project.differences(settings) == ["the agent of suite 'files' was agent:agent, is agent:other"]


@pytest.mark.parametrize(
    ("settings", "keys"),
    [
        (attrs.evolve(SETTINGS, timeout=1.0, trials=2), "timeout, trials"),
        (attrs.evolve(SETTINGS, guards=GuardSettings(clock=False, seed="7")), "guards.clock, guards.seed"),
        (attrs.evolve(SETTINGS, recording=RecordingSettings(secrets=("KEY",))), "recording.secrets"),
        (attrs.evolve(SETTINGS, redactions=(Redaction(path="/answer", drop=True),)), "redactions"),
    ],
)
def test_other_settings_that_decide_results_outdate_the_run(project: Project, settings: Settings, keys: str) -> None:
    assert project.differences(settings) == [f"settings of suite 'files' are changed: {keys}"]


def test_settings_that_decide_no_result_do_not(project: Project) -> None:
    settings = attrs.evolve(SETTINGS, workers=8, keep_runs=1)
    assert list(check_fresh(project.run, root=project.root, settings=settings)) == ["files"]


def test_what_the_command_line_gave_to_the_run_alone_is_no_change(project: Project) -> None:
    options = Options(timeout=5.0, trials=3)
    own = attrs.evolve(SETTINGS, suites={"files": SuiteSettings(timeout=9.0)})
    run = made_under(project, own.under(options), options=options)
    assert list(check_fresh(run, root=project.root, settings=own)) == ["files"]


def test_a_run_that_does_not_say_its_settings_is_outdated(project: Project) -> None:
    suite = attrs.evolve(project.run.header.suites["files"], settings={})
    run = attrs.evolve(project.run, header=attrs.evolve(project.run.header, suites={"files": suite}))
    (told,) = attrs.evolve(project, run=run).differences()
    assert told.startswith("settings of suite 'files' are changed: guards.chance, guards.clock, ")


def test_markers_that_the_settings_forbid_by_now_are_told_though_no_file_is_changed(project: Project) -> None:
    strict = attrs.evolve(SETTINGS, known_failures=KnownFailureSettings(require_expiry=True))
    with pytest.raises(BadFile, match=r"^golden/files\.jsonl:2: required key 'expires' is missing"):
        check_fresh(project.run, root=project.root, settings=strict)


def test_a_file_that_the_agent_is_made_of_since_outdates_the_run(project: Project) -> None:
    settings = attrs.evolve(SETTINGS, agent_files=("*.py",))
    header = attrs.evolve(
        project.run.header,
        project_files={**project.run.header.project_files, "late.py": project.run.end.project_files["late.py"]},
    )
    known = attrs.evolve(project, run=attrs.evolve(project.run, header=header))
    assert list(check_fresh(known.run, root=project.root, settings=settings)) == ["files"]
    (project.root / "new.py").touch()
    assert known.differences(settings) == ["new.py: the project file is new"]


def test_a_file_that_the_run_itself_wrote_is_no_news(project: Project) -> None:
    """It was read when the agent was loaded, and is the agent's memory all the same."""
    (project.root / "agent.py").write_bytes(b"x = 2\n")
    (project.root / "made.py").touch()
    run = attrs.evolve(project.run, end=attrs.evolve(project.run.end, written=("agent.py", "made.py")))
    settings = attrs.evolve(SETTINGS, agent_files=("agent.py", "made.py"))
    assert list(check_fresh(run, root=project.root, settings=settings)) == ["files"]


@pytest.mark.parametrize("name", ["agent.py", "late.py"])
def test_an_edited_project_file_outdates_the_run(project: Project, name: str) -> None:
    (project.root / name).write_bytes(b"x = 2\n")
    assert project.differences() == [f"{name}: the project file is changed"]


def test_a_project_file_that_is_gone_outdates_the_run(project: Project) -> None:
    (project.root / "agent.py").unlink()
    assert project.differences() == ["agent.py: the project file is gone"]


def test_a_project_file_that_changed_during_the_run_outdates_it(project: Project) -> None:
    """Half of the results are of the old file, half of the new one."""
    (project.root / "agent.py").write_bytes(b"x = 2\n")
    end = attrs.evolve(project.run.end, project_files={"agent.py": digest_bytes(b"x = 2\n")})
    run = attrs.evolve(project.run, end=end)
    assert Project(project.root, run).differences() == ["agent.py: the project file is changed"]


def test_an_adapter_that_came_or_can_not_be_had_outdates_a_run(project: Project) -> None:
    (project.root / "skill").mkdir()
    (project.root / "skill" / "SKILL.md").write_text("do it")
    with_skill = attrs.evolve(SETTINGS, adapter="skill")
    assert project.differences(with_skill) == [
        "settings of suite 'files' are changed: adapter",
        "the adapter of suite 'files' is changed",
    ]
    nowhere = Selector(kind=SelectorKind.DIR, value="nowhere")
    gone = attrs.evolve(SETTINGS, variants={"default": VariantSettings(selector=nowhere)})
    (problem,) = project.differences(gone)
    assert problem.startswith("variant 'default': there is no folder ")


def test_the_adapter_of_a_variant_that_was_not_measured_outdates_no_run(project: Project) -> None:
    gone = attrs.evolve(
        SETTINGS, variants={"default": VariantSettings(selector=Selector(kind=SelectorKind.DIR, value="nowhere"))}
    )
    run = attrs.evolve(project.run, header=attrs.evolve(project.run.header, variants=("none", "final")))
    assert check_fresh(run, root=project.root, settings=gone).keys() == {"files"}
