import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from goldgate.errors import NoAdapter, UnreadableFile
from goldgate.model.settings import Settings, SuiteSettings
from goldgate.model.variant import ResolvedVariant, Selector, SelectorKind, Skill, Variant
from goldgate.store.adapters import OpenAdapters, known_by, open_adapters
from goldgate.store.folder_digest import folder_digest

if TYPE_CHECKING:
    from tests.conftest import Commit, Git


def selected(text: str) -> Variant:
    kind, _, value = text.partition(":")
    return Variant(name=text, selector=Selector(kind=SelectorKind(kind), value=value))


WITH_SKILL = Settings(adapter="skill")


@pytest.fixture
def root(tmp_path: Path, git: "Git", commit: "Commit") -> Path:
    """A project whose adapter is a repository with two commits."""
    root = tmp_path / "project"
    (root / "skill").mkdir(parents=True)
    git(root / "skill", "init", "-q", "-b", "main")
    commit(root / "skill", "first")
    commit(root / "skill", "second")
    return root


def said(root: Path, *texts: str, settings: Settings = WITH_SKILL) -> Mapping[str, str | None]:
    """What the SKILL.md of each variant says; None without an adapter."""
    with open_adapters(root, settings, ["s"], list(map(selected, texts))) as adapters:
        return {name: read(variant) for name, variant in adapters.of_suites["s"].items()}


def read(variant: ResolvedVariant) -> str | None:
    return None if variant.folder is None else (variant.folder / "SKILL.md").read_text()


def problems(root: Path, *texts: str, settings: Settings = WITH_SKILL) -> list[str]:
    with pytest.raises(NoAdapter) as caught, open_adapters(root, settings, ["s"], list(map(selected, texts))):
        pass
    return [str(problem) for problem in caught.value.problems]


def test_each_selector_gives_the_version_that_it_says(root: Path, git: "Git") -> None:
    git(root / "skill", "tag", "v1", "HEAD~1")
    (root / "other").mkdir()
    (root / "other" / "SKILL.md").write_text("other")
    assert said(root, "none", "root", "final", "git:v1", "dir:other") == {
        "none": None,
        "root": "first",
        "final": "second",
        "git:v1": "first",
        "dir:other": "other",
    }


def test_tags_say_what_root_and_final_are(root: Path, git: "Git", commit: "Commit") -> None:
    third = commit(root / "skill", "third")
    git(root / "skill", "tag", "root", "HEAD~1")
    git(root / "skill", "tag", "-a", "-m", "released", "final", third)
    commit(root / "skill", "fourth")
    assert said(root, "root", "final") == {"root": "second", "final": "third"}


def test_a_dirty_tree_is_the_current_version_and_known_by_its_content_alone(root: Path) -> None:
    (root / "skill" / "SKILL.md").write_text("not committed")
    with open_adapters(root, WITH_SKILL, ["s"], [selected("final")]) as adapters:
        assert adapters.of_suites["s"]["final"] == ResolvedVariant(
            name="final", selector="final", digest=folder_digest(root / "skill"), folder=root / "skill"
        )
        assert said(root, "final") == {"final": "not committed"}


def test_a_clean_tree_is_known_by_its_commit_too(root: Path, git: "Git") -> None:
    head = git(root / "skill", "rev-parse", "HEAD")
    assert known_by(root, WITH_SKILL, "s", selected("final")).commit == head


def test_a_version_from_git_is_known_by_its_commit_and_its_content(root: Path, git: "Git") -> None:
    resolved = known_by(root, WITH_SKILL, "s", selected("root"))
    (root / "copy").mkdir()
    (root / "copy" / "SKILL.md").write_text("first")
    assert (resolved.commit, resolved.digest) == (
        git(root / "skill", "rev-parse", "HEAD~1"),
        folder_digest(root / "copy"),
    )


def test_a_folder_named_final_does_not_shadow_the_selector(root: Path) -> None:
    (root / "final").mkdir()
    (root / "final" / "SKILL.md").write_text("a folder")
    assert said(root, "final", "dir:final") == {"final": "second", "dir:final": "a folder"}


def test_labels_do_not_collide(root: Path) -> None:
    for name in ("a/b", "a_b", "c/b"):
        (root / name).mkdir(parents=True)
        (root / name / "SKILL.md").write_text(name)
    assert said(root, "dir:a/b", "dir:a_b", "dir:c/b") == {"dir:a/b": "a/b", "dir:a_b": "a_b", "dir:c/b": "c/b"}


def test_a_folder_in_a_repository_is_an_adapter(tmp_path: Path, git: "Git", commit: "Commit") -> None:
    git(tmp_path, "init", "-q", "-b", "main")
    (tmp_path / "README").write_text("nothing of the skill")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "before")
    (tmp_path / "skill").mkdir()
    commit(tmp_path / "skill", "first")
    commit(tmp_path / "skill", "second")
    assert said(tmp_path, "root", "final") == {"root": "first", "final": "second"}


def test_without_git_there_is_a_current_version_and_no_other(tmp_path: Path) -> None:
    (tmp_path / "skill").mkdir()
    (tmp_path / "skill" / "SKILL.md").write_text("here")
    assert said(tmp_path, "none", "final", "dir:skill") == {"none": None, "final": "here", "dir:skill": "here"}
    told = problems(tmp_path, "root", "git:v1")
    assert [text.split(": ", 2)[1] for text in told] == ["git says", "git says"]


def test_a_shallow_clone_has_no_root_without_a_tag(root: Path, tmp_path: Path, git: "Git") -> None:
    project = tmp_path / "shallow"
    project.mkdir()
    git(project, "clone", "-q", "--depth", "1", (root / "skill").as_uri(), "skill")
    (problem,) = problems(project, "root", "final")
    assert problem.startswith("variant 'root' of ")
    assert problem.endswith(
        "the clone is shallow, so its first commit is not known: git fetch --unshallow, or give it the tag 'root'"
    )
    git(project / "skill", "tag", "root")
    assert said(project, "root") == {"root": "second"}


def test_every_variant_that_can_not_be_had_is_named(root: Path) -> None:
    assert problems(root, "dir:nowhere", "git:v9", settings=Settings()) == [
        f"variant 'dir:nowhere': there is no folder {(root / 'nowhere').as_posix()}",
        "variant 'git:v9': the settings name no adapter; write adapter = \"PATH\"",
    ]


def test_suites_have_adapters_of_their_own_and_share_one_that_they_have_in_common(root: Path) -> None:
    (root / "other").mkdir()
    (root / "other" / "SKILL.md").write_text("other")
    settings = Settings(adapter="skill", suites={"b": SuiteSettings(adapter="other")})
    with open_adapters(root, settings, ["a", "b", "c"], [selected("final")]) as adapters:
        assert [read(adapters.of_suites[suite]["final"]) for suite in "abc"] == ["second", "other", "second"]
    with open_adapters(root, settings, ["a", "c"], [selected("root")]) as adapters:
        folders = {adapters.of_suites[suite]["root"].folder for suite in "ac"}
    assert len(folders) == 1


def test_the_default_variant_is_the_adapter_as_it_is(root: Path) -> None:
    (root / "skill" / "SKILL.md").write_text("now")
    with open_adapters(root, WITH_SKILL, ["s"], [Variant()]) as adapters:
        assert read(adapters.of_suites["s"]["default"]) == "now"
    with open_adapters(root, Settings(), ["s"], [Variant()]) as adapters:
        assert adapters == OpenAdapters({"s": {"default": ResolvedVariant()}})


def test_nothing_that_is_measured_is_changed_by_it(root: Path, git: "Git") -> None:
    skill = root / "skill"
    git(skill, "tag", "v1")
    (skill / "untracked").write_text("x")
    (skill / "SKILL.md").write_text("edited")

    def state() -> list[object]:
        index = (skill / ".git" / "index").read_bytes()
        words = (("status", "--porcelain"), ("show-ref",), ("worktree", "list"), ("stash", "list"), ("reflog",))
        files = {path: path.read_bytes() for path in (skill / ".git").rglob("*") if path.is_file()}
        return [index, sorted(files.items()), *(git(skill, "--no-optional-locks", *word) for word in words)]

    before = state()
    said(root, "root", "final", "git:v1", "none")
    assert state() == before


def test_what_was_taken_out_is_gone_afterwards(root: Path) -> None:
    with open_adapters(root, WITH_SKILL, ["s"], [selected("root")]) as adapters:
        folder = adapters.of_suites["s"]["root"].folder
        assert folder is not None
        assert folder.name == "skill"
        assert adapters.taken_out is not None
        assert folder.is_relative_to(adapters.taken_out)
    assert not adapters.taken_out.exists()


def test_an_adapter_that_was_changed_meanwhile_is_told(root: Path) -> None:
    with open_adapters(root, WITH_SKILL, ["s"], [selected("root"), selected("final"), selected("none")]) as adapters:
        assert adapters.changed() == {}
        (root / "skill" / "memory.md").write_text("learnt")
        assert list(adapters.changed()) == [("s", "final")]
        (root / "skill" / "memory.md").unlink()
        (root / "skill").rename(root / "moved")
        assert list(adapters.changed()) == [("s", "final")]


def test_skills_are_handed_on_with_the_variant(root: Path) -> None:
    skill = Skill(name="skill", folder=root / "skill", digest=folder_digest(root / "skill"))
    with open_adapters(root, Settings(), ["s"], [Variant(name="with", skills=(skill,)), Variant()]) as adapters:
        assert adapters.of_suites["s"]["with"] == ResolvedVariant(name="with", skills=(skill,))
        assert adapters.of_suites["s"]["default"].skills == ()
        assert adapters.changed() == {}
        (root / "skill" / "memory.md").write_text("learnt")
        assert list(adapters.changed()) == [("s", "with")]


def with_evals(skill: Path) -> None:
    (skill / "evals").mkdir()
    (skill / "evals" / "evals.json").write_text("names the deadline")


def test_an_agent_gets_a_copy_without_the_evals_of_a_skill(root: Path, commit: "Commit") -> None:
    with_evals(root / "skill")
    commit(root / "skill", "third")
    linked = Variant(name="with", skills=(Skill(name="skill", folder=root / "skill", digest="d"),))
    variants = [selected("final"), selected("git:HEAD"), selected("dir:skill"), linked]

    with open_adapters(root, WITH_SKILL, ["s"], variants) as adapters:
        given = adapters.of_suites["s"]
        folders = {given[name].folder for name in ("final", "git:HEAD", "dir:skill")}
        folders.add(given["with"].skills[0].folder)
        walked = {folder: sorted(path.name for path in folder.parent.rglob("*")) for folder in folders if folder}
        assert adapters.changed() == {("s", "with"): given["with"]}  # its digest is made up here
        assert {variant.digest for variant in given.values()} == {folder_digest(root / "skill")}

    assert list(walked.values()) == [["SKILL.md", "skill"]] * 2  # one copy of the folder, one of the commit
    assert not any(folder.is_relative_to(root) or folder.exists() for folder in walked)


def test_where_nothing_is_withheld_the_folder_itself_is_given(root: Path) -> None:
    with open_adapters(root, WITH_SKILL, ["s"], [selected("final")]) as adapters:
        assert (adapters.of_suites["s"]["final"].folder, adapters.taken_out) == (root / "skill", None)


def test_a_link_that_would_lead_out_of_a_copy_is_refused(root: Path) -> None:
    with_evals(root / "skill")
    (root / "skill" / "all").symlink_to("..")
    assert problems(root, "final")[0].startswith(
        f"variant 'final' of {root}/skill: {root}/skill/all is a link to ..; agents get a copy of {root}/skill"
    )


def test_without_a_temporary_folder_nothing_is_taken_out(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(root / "missing"))
    with pytest.raises(UnreadableFile, match="no temporary folder can be made"):
        said(root, "root")
