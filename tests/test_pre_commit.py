"""The hooks of `.pre-commit-hooks.yaml`, run by the real pre-commit when git commits in a repository of its own.

The agent there needs a package that only its own environment has, and pre-commit is installed in another one.
"""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

import attrs
import pytest
from tests.cli.conftest import ProjectFolder, clean_environment

if TYPE_CHECKING:
    from tests.conftest import Git

MANIFEST: Final = Path(__file__).parents[1] / ".pre-commit-hooks.yaml"
PRE_COMMIT: Final = (sys.executable, "-m", "pre_commit")
WATCHED: Final = r"^(desk\.py|golden/|baselines/|goldgate\.toml)"

DESK: Final = """\
import os

from ledger import TOOLS


def agent(case, context):
    for word, tool in TOOLS.items():
        if word in case.request:
            return f"{tool}: {context.tools.call(tool)}"
    return f"repository: {os.environ.get('GIT_DIR') or os.environ.get('GIT_INDEX_FILE')}"
"""
BETTER: Final = f'"""A help desk."""\n\n{DESK}'
WORSE: Final = DESK.replace("TOOLS.items()", '{"please": "track_order", **TOOLS}.items()')
LEDGER: Final = 'TOOLS = {"배송": "track_order", "refund": "start_refund"}\n'
STUBS: Final = (
    '"world": {"tools": [{"tool": "track_order", "returns": "대전"}, {"tool": "start_refund", "returns": "R-1"}]}'
)
GOLDEN: Final = f"""\
{{"id": "배송-조회", "request": "배송이 어디쯤 왔나요?", {STUBS}, "expect": {{"calls": ["track_order"]}}}}
{{"id": "refund", "request": "a refund, please", {STUBS}, "expect": {{"calls": ["start_refund"]}}}}
{{"id": "repository", "request": "where is it kept?", "expect": {{"answer": "repository: None"}}}}
"""
PASSED: Final = """\
goldgate validate....................................(no files to check)Skipped
goldgate check...........................................................Passed
"""
ALL_SKIPPED: Final = """\
goldgate validate....................................(no files to check)Skipped
goldgate check.......................................(no files to check)Skipped
"""
REGRESSION: Final = """\
goldgate validate....................................(no files to check)Skipped
goldgate check...........................................................Failed
- hook id: goldgate-check
- exit code: 1

WORSE regression  desk::refund  no longer what was accepted as passing [GG101]
       calls: expected call 1 start_refund, got track_order
       first difference: step 1 /tool: "start_refund" → "track_order"

3 expected, 3 run, 3 compared, 0 errored
ok 2, regression 1
known 0, expiring 0
gate closed: 1 regression  (exit 1, ...)
next: goldgate show desk::refund

"""
BY_HAND: Final = """\
goldgate validate........................................................Passed
goldgate check...........................................................Failed
- hook id: goldgate-check
- exit code: 1

STALE drifted  desk::refund  passes, with another outcome than the baseline holds [GG125]
       first difference: step 1 /observation: "R-2" → "R-1"

3 expected, 3 run, 3 compared, 0 errored
ok 2, drifted 1
known 0, expiring 0
gate closed: 1 drifted: stale  (exit 1, ...)
next: goldgate update-baseline

"""
BROKEN: Final = """\
goldgate validate........................................................Failed
- hook id: goldgate-validate
- exit code: 2

golden/desk.jsonl:1: unknown key 'call', did you mean 'calls'? @ $.expect [GG010]

goldgate check...........................................................Failed
- hook id: goldgate-check
- exit code: 2

golden/desk.jsonl:1: unknown key 'call', did you mean 'calls'? @ $.expect [GG010]

"""
OUTSIDE: Final = """\
goldgate validate....................................(no files to check)Skipped
goldgate check...........................................................Failed
- hook id: goldgate-check
- exit code: 2

desk.py:5: agent desk:agent: importing desk raised ModuleNotFoundError: No module named 'ledger' [GG030]
  desk.py:5 in <module>
    from ledger import TOOLS

"""


@attrs.frozen(kw_only=True)
class Committed:
    """How a commit or another command ended, and what was said; the day as `...`."""

    code: int
    said: str


@attrs.frozen(kw_only=True)
class Repository:
    """A folder in git in which pre-commit is installed, and the environment of its agent."""

    root: Path
    environment: Path
    git: "Git"

    def commit(self, *, inside: bool = True) -> Committed:
        """Commit all that is staged as a user does; `inside` the environment of the agent, or outside of it."""
        return self.call("git", "commit", "-qm", "a step", inside=inside)

    def call(self, *words: str | Path, inside: bool = True) -> Committed:
        """Run a command as a user does."""
        done = subprocess.run(
            words, cwd=self.root, env=self.surroundings(inside=inside), capture_output=True, text=True, check=False
        )
        said = done.stdout + done.stderr
        return Committed(code=done.returncode, said=re.sub(r", \d{4}-\d\d-\d\d\)", ", ...)", said))

    def surroundings(self, *, inside: bool = True) -> dict[str, str]:
        """The environment variables of the user."""
        folders = [*([self.environment / "bin"] if inside else []), Path(sys.executable).parent]
        return {
            **clean_environment(),
            **{f"GIT_{who}_{what}": "u@example.org" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")},
            "GIT_CONFIG_GLOBAL": os.devnull,
            "PATH": os.pathsep.join([*map(str, folders), os.environ["PATH"]]),
            "PRE_COMMIT_HOME": str(self.environment.parent / "pre-commit"),
        }

    def write(self, files: Mapping[str, str]) -> None:
        """Write files."""
        ProjectFolder(self.root).write(files)

    def stage(self, files: Mapping[str, str]) -> None:
        """Write files, and stage them."""
        self.write(files)
        self.git(self.root, "add", *files)

    def goldgate(self, *words: str) -> Committed:
        """Call goldgate by hand."""
        return self.call(self.environment / "bin" / "goldgate", *words)

    @property
    def commits(self) -> int:
        """How many there are."""
        return int(self.git(self.root, "rev-list", "--count", "HEAD"))


@pytest.fixture(scope="session")
def _environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with goldgate and with the package that the agent needs, which no other has."""
    folder = tmp_path_factory.mktemp("environment") / "venv"
    venv.create(folder, symlinks=True)
    (packages,) = folder.glob("lib/python*/site-packages")
    (packages / "ledger.py").write_text(LEDGER)
    (packages / "all_others.pth").write_text(f"import site; site.addsitedir({sysconfig.get_path('purelib')!r})\n")
    command = folder / "bin" / "goldgate"
    command.write_text(f"#!{folder}/bin/python\nfrom goldgate.cli.main import main\nmain()\n")
    command.chmod(0o755)
    return folder


@pytest.fixture(scope="session")
def _hooks(tmp_path_factory: pytest.TempPathFactory, git: "Git") -> Path:
    """A repository with the manifest of this project, which pre-commit clones."""
    folder = tmp_path_factory.mktemp("hooks")
    shutil.copy(MANIFEST, folder)
    git(folder, "init", "-q")
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "hooks")
    return folder


@pytest.fixture(scope="session")
def _accepted_repository(
    tmp_path_factory: pytest.TempPathFactory, _environment: Path, _hooks: Path, git: "Git"
) -> Repository:
    repository = Repository(root=tmp_path_factory.mktemp("repository"), environment=_environment, git=git)
    git(repository.root, "init", "-q")
    repository.stage(
        {
            ".pre-commit-config.yaml": f"""\
repos:
  - repo: {_hooks}
    rev: {git(_hooks, "rev-parse", "HEAD")}
    hooks:
      - id: goldgate-validate
      - id: goldgate-check
        files: {WATCHED}
""",
            "desk.py": DESK,
            "golden/desk.jsonl": GOLDEN,
            "goldgate.toml": 'agent = "desk:agent"\n\n[guards]\nenvironment = false\n',
            "README.md": "A help desk.\n",
        }
    )
    assert [repository.goldgate(verb).code for verb in ("run", "update-baseline")] == [0, 0]
    git(repository.root, "add", ".")
    assert repository.call(*PRE_COMMIT, "install", "--install-hooks").code == 0
    assert repository.commit().code == 0
    return repository


@pytest.fixture
def repository(tmp_path: Path, _accepted_repository: Repository) -> Repository:
    """A repository with one commit, which the gate let pass."""
    shutil.copytree(_accepted_repository.root, tmp_path / "repository", symlinks=True)
    return attrs.evolve(_accepted_repository, root=tmp_path / "repository")


def test_pre_commit_finds_the_manifest_well_formed() -> None:
    done = subprocess.run([*PRE_COMMIT, "validate-manifest", MANIFEST], check=False)
    assert done.returncode == 0


def test_a_commit_that_changes_no_outcome_passes(repository: Repository) -> None:
    repository.stage({"desk.py": BETTER})

    assert repository.commit() == Committed(code=0, said=PASSED)
    assert repository.commits == 2


def test_a_regression_blocks_the_commit_and_says_why(repository: Repository) -> None:
    repository.stage({"desk.py": WORSE})

    committed = repository.commit()

    assert committed.said == REGRESSION
    assert (committed.code, repository.commits) == (1, 1)


def test_a_baseline_edited_by_hand_blocks_the_commit(repository: Repository) -> None:
    baseline = (repository.root / "baselines/desk.jsonl").read_text()
    repository.stage({"baselines/desk.jsonl": baseline.replace('"R-1"', '"R-2"')})

    committed = repository.commit()

    assert committed.said == BY_HAND
    assert (committed.code, repository.commits) == (1, 1)


def test_a_broken_golden_file_is_found_without_the_agent(repository: Repository) -> None:
    repository.stage({"golden/desk.jsonl": GOLDEN.replace('"calls"', '"call"', 1)})

    committed = repository.commit()

    assert committed.said == BROKEN
    assert (committed.code, repository.commits) == (1, 1)


def test_files_elsewhere_do_not_run_the_gate(repository: Repository) -> None:
    repository.stage({"README.md": "A desk.\n"})

    assert repository.commit() == Committed(code=0, said=ALL_SKIPPED)
    assert len(list((repository.root / ".goldgate/runs").iterdir())) == 2


def test_what_is_staged_is_judged_and_not_what_else_was_edited(repository: Repository) -> None:
    repository.stage({"desk.py": BETTER})
    repository.write({"desk.py": WORSE})

    assert repository.commit().code == 0
    assert (repository.root / "desk.py").read_text() == WORSE


def test_a_staged_regression_is_found_though_the_folder_is_right_again(repository: Repository) -> None:
    """And the run that found it is none of the folder, so that no baseline is made of it."""
    repository.stage({"desk.py": WORSE})
    repository.write({"desk.py": DESK})

    committed = repository.commit()

    assert (committed.code, repository.commits) == (1, 1)
    assert REGRESSION in committed.said
    assert (repository.root / "desk.py").read_text() == DESK
    accepted = repository.goldgate("update-baseline")
    assert accepted.code == 2
    assert "desk.py: the project file is changed [GG022]" in accepted.said


def test_files_that_git_does_not_know_yet_are_there_for_the_gate(repository: Repository) -> None:
    repository.stage({"desk.py": BETTER})
    repository.write({"golden/new.jsonl": GOLDEN})

    committed = repository.commit()

    assert (committed.code, repository.commits) == (1, 1)
    assert "suite 'new' has no baseline: run goldgate update-baseline [GG012]\n" in committed.said


def test_a_commit_that_only_deletes_is_seen_where_the_hook_always_runs(repository: Repository) -> None:
    """Files that are gone are none to pre-commit, which skips hooks that ask for files."""
    repository.git(repository.root, "rm", "-q", "baselines/desk.jsonl")
    assert repository.commit().said == ALL_SKIPPED

    config = (repository.root / ".pre-commit-config.yaml").read_text()
    repository.stage({".pre-commit-config.yaml": config + "        always_run: true\n"})
    committed = repository.commit()

    assert (committed.code, repository.commits) == (1, 2)
    assert "suite 'desk' has no baseline: run goldgate update-baseline [GG012]\n" in committed.said


def test_outside_its_environment_the_agent_has_no_judgement(repository: Repository) -> None:
    repository.stage({"desk.py": BETTER})

    committed = repository.commit(inside=False)

    assert committed.said == OUTSIDE
    assert (committed.code, repository.commits) == (1, 1)


def test_in_a_worktree_a_good_commit_passes_and_a_regression_is_blocked(repository: Repository) -> None:
    """There git names the repository by variables, which the agent of the gate must not see."""
    other = attrs.evolve(repository, root=repository.root.with_name("다른 worktree"))
    repository.git(repository.root, "worktree", "add", "-q", "-b", "other", str(other.root))

    other.stage({"desk.py": BETTER})
    assert other.commit() == Committed(code=0, said=PASSED)
    other.stage({"desk.py": WORSE})
    assert other.commit() == Committed(code=1, said=REGRESSION)
    assert (repository.commits, other.commits) == (1, 2)


def test_a_project_in_a_folder_is_gated_before_a_push(repository: Repository, tmp_path: Path) -> None:
    (repository.root / "agent").mkdir()
    for name in ("desk.py", "golden", "baselines", "goldgate.toml"):
        repository.git(repository.root, "mv", name, "agent")
    config = (repository.root / ".pre-commit-config.yaml").read_text().partition("      - id")[0]
    repository.stage(
        {
            ".pre-commit-config.yaml": f"""{config}
      - id: goldgate-check
        entry: sh -c 'cd agent && exec goldgate check "$@"' --
        args: [-k, refund]
        files: ^agent/
        stages: [pre-push]
""",
            "agent/desk.py": WORSE,
        }
    )
    assert repository.call(*PRE_COMMIT, "install", "-t", "pre-push").code == 0
    assert repository.commit() == Committed(code=0, said="")
    repository.git(tmp_path, "init", "-q", "--bare", "bare")

    pushed = repository.call("git", "push", "-q", tmp_path / "bare", "HEAD:main")

    assert pushed.code == 1
    assert "1 expected, 1 run, 1 compared, 0 errored" in pushed.said
    assert "WORSE regression  desk::refund  " in pushed.said
