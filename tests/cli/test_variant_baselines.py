"""Variants with baselines of their own from the command line: two gates in one project, one of them sampled."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import ProjectFolder

SETTINGS = """
agent = "my_agent:agent"
adapter = "full"
[gate]
trials = 5
[variants]
lean = "dir:lean"
warm = {selector = "dir:warm", sampled = true}
"a/b" = "none"
cold = "none"
Cold = "none"
"""
AGENT = """
import random
def agent(case, context):
    skill = "" if context.adapter is None else (context.adapter / "SKILL.md").read_text().strip()
    if skill.startswith("chance"):
        return "yes" if random.random() < float(skill.split()[1]) else "no"
    return f"yes, {skill}"
"""
CASES = [
    {"id": name, "request": name, "expect": {"answer": {"contains": "yes"}}} for name in ("a", "b", "c", "d", "e", "f")
]


@pytest.fixture
def gated(folder: "ProjectFolder") -> "ProjectFolder":
    """A project with three variants and the baselines of the default one."""
    folder.write({"goldgate.toml": SETTINGS, "my_agent.py": AGENT})
    folder.write({"full/SKILL.md": "in full", "lean/SKILL.md": "in short", "warm/SKILL.md": "chance 1"})
    folder.golden(*CASES)
    accept(folder)
    return folder


def accept(folder: "ProjectFolder", *option: str) -> None:
    """Make a run, and take what came of it for good."""
    assert folder.run("run", *option).code in {0, 1}
    assert folder.run("update-baseline", *option, "--yes", "6").code == 0


def baselines(folder: "ProjectFolder") -> dict[str, bytes]:
    """The baselines that are there."""
    return {path.name: path.read_bytes() for path in sorted((folder.root / "baselines").iterdir())}


def test_each_variant_has_a_gate_of_its_own(gated: "ProjectFolder") -> None:
    before = baselines(gated)
    missing = gated.run("check", "--variant", "lean")
    assert missing.errors == [
        "variant 'lean' of suite 'files' has no baseline: run goldgate update-baseline --variant lean [GG012]"
    ]

    accept(gated, "--variant", "lean")
    assert list(baselines(gated)) == ["files.jsonl", "files@lean.jsonl"]
    assert baselines(gated)["files.jsonl"] == before["files.jsonl"]
    assert b"in short" in baselines(gated)["files@lean.jsonl"]
    opened = gated.run("check", "--variant", "lean")
    assert (opened.code, opened.out.splitlines()[:3]) == (
        0,
        ["6 expected, 6 run, 6 compared, 0 errored", "variant lean", "ok 6"],
    )

    gated.write({"lean/SKILL.md": "in brief"})
    closed = gated.run("check", "--variant", "lean", "--format", "json")
    assert (closed.code, closed.document["variant"], closed.document["classes"]) == (1, "lean", {"drifted": 6})
    assert closed.document["next"] == "goldgate update-baseline --variant lean"
    assert gated.run("check").code == 0

    gated.write({"full/SKILL.md": "in every word"})
    assert gated.run("run", "--variant", "default", "--variant", "lean").code == 0
    kept = baselines(gated)
    updated = gated.run("update-baseline", "--variant", "lean")
    assert updated.out.splitlines()[0] == "wrote files@lean: 6 lines, 0 untouched"
    assert updated.out.splitlines()[-1].endswith("goldgate compare --variant lean")
    assert baselines(gated)["files.jsonl"] == kept["files.jsonl"]
    assert gated.run("compare", "--variant", "lean").code == 0
    assert gated.run("compare").last[-1] == "next: goldgate update-baseline"


def test_a_variant_may_be_sampled_where_the_default_one_is_not(gated: "ProjectFolder") -> None:
    accept(gated, "--variant", "warm")
    assert b'"trials":[5,5]' in baselines(gated)["files@warm.jsonl"]
    assert b'"trials"' not in baselines(gated)["files.jsonl"]

    gated.write({"warm/SKILL.md": "chance 0.9"})
    shaky = gated.run("run", "--variant", "default", "--variant", "warm")
    assert (shaky.code, "sampled files  trials may fail" in shaky.out) == (0, True)
    header = json.loads((gated.runs[-1] / "results.jsonl").read_text().splitlines()[0])["suites"]["files"]
    assert (header.get("sampled"), header["own"]["warm"]["sampled"]) == (None, True)
    assert gated.run("compare").code == 0
    assert "sampled files  6 cases with trials then and now" in gated.run("compare", "--variant", "warm").out

    gated.write({"warm/SKILL.md": "chance 0"})
    broken = gated.run("check", "--variant", "warm")
    assert (broken.code, broken.last[-1]) == (1, "next: goldgate show files::a --variant warm")
    shown = gated.run("show", "files::a", "--variant", "warm").out
    assert "variant warm, trial 5: fail" in shown
    assert "solved 5 of 5 times as accepted, 0 of 5 now" in shown

    assert gated.run("check").code == 0
    shown = gated.run("show", "files::a", "--variant", "warm").out
    assert f"notice the run {gated.runs[-1].name} measured default, and not warm: make a run of that" in shown


def test_a_run_of_others_says_what_to_do(gated: "ProjectFolder") -> None:
    assert gated.run("run", "--variant", "lean").code == 0
    name = gated.runs[-1].name
    for command in ("compare", "update-baseline", "review"):
        refused = gated.run(command)
        assert (refused.code, refused.errors) == (
            2,
            [
                (
                    f"the run {name} measured lean, and not default: hold it against baselines of its own with "
                    "--variant lean, make a run of the default variant (goldgate run), or name an older one with --run "
                    "[GG002]"
                )
            ],
        )
    assert gated.run("compare", "--variant", "warm").errors == [
        (
            f"the run {name} measured lean, and not warm: make a run of that (goldgate run --variant warm), "
            "or name an older one with --run [GG002]"
        )
    ]
    assert "the run measured other variants than the default one" in gated.run("report").out
    assert "variant 'lean' of suite 'files' has no baseline" in gated.run("report", "--variant", "lean").out
    assert gated.run("compare", "--run", ":lean", "--run", ":lean", "--variant", "lean").errors == [
        "--variant is for one run and its baselines; each of two runs names its own: --run RUN:VARIANT [GG002]"
    ]


@pytest.mark.parametrize(
    ("variant", "why"),
    [
        (
            "none",
            (
                "only variants that [variants] of the settings names have baselines of their own: "
                'name it there, such as NAME = "none"'
            ),
        ),
        (
            "leen",
            (
                "only variants that [variants] of the settings names have baselines of their own: "
                "unknown variant 'leen', did you mean 'lean'?"
            ),
        ),
        ("cold", "some disks take the baselines of variant 'cold' for those of 'Cold'; rename one"),
        (
            "a/b",
            (
                "the name of a variant with a baseline must be part of one of a file, got 'a/b' with '/'; "
                "give it another name in the settings"
            ),
        ),
    ],
)
def test_only_variants_with_names_for_files_have_baselines(gated: "ProjectFolder", variant: str, why: str) -> None:
    refused = gated.run("check", "--variant", variant)
    assert (refused.code, refused.errors) == (2, [f"{why} [GG002]"])


def test_what_the_settings_no_longer_name_is_told(gated: "ProjectFolder") -> None:
    accept(gated, "--variant", "lean")
    gated.write({"goldgate.toml": SETTINGS.replace('lean = "dir:lean"\n', "")})

    assert (
        gated.run("validate")
        .out.splitlines()[0]
        .startswith("warning baselines/files@lean.jsonl: the settings name no variant 'lean'; all cases of this")
    )
    closed = gated.run("check")
    assert (closed.code, "removed 6" in closed.out) == (1, True)
    assert gated.run("update-baseline", "--prune", "--yes", "6").code == 0
    assert list(baselines(gated)) == ["files.jsonl"]
    assert gated.run("check").code == 0


def test_a_removed_suite_is_told_by_each_gate(gated: "ProjectFolder") -> None:
    gated.golden(CASES[0], suite="more")
    for option in ((), ("--variant", "lean")):
        accept(gated, *option)
    (gated.root / "golden/more.jsonl").unlink()

    for option in ((), ("--variant", "lean")):
        closed = gated.run("check", *option, "--format", "json").document
        assert [(one["suite"], one["class"]) for one in closed["cases"]] == [("more", "removed")]
        assert gated.run("update-baseline", *option, "--prune").code == 0
    assert list(baselines(gated)) == ["files.jsonl", "files@lean.jsonl"]


def test_reports_say_which_variant_they_are_about(gated: "ProjectFolder", tmp_path: Path) -> None:
    accept(gated, "--variant", "lean")
    gated.write({"lean/SKILL.md": "in brief"})
    reports = {name: tmp_path / f"out.{name}" for name in ("junit", "markdown", "html")}
    options = [word for name, path in reports.items() for word in ("--report", f"{name}={path}")]

    assert gated.run("check", "--variant", "lean", *options).code == 1
    junit, markdown, page = (path.read_text() for path in reports.values())
    assert '<property name="variant" value="lean" />' in junit
    assert 'name="a [lean]"' in junit
    assert markdown.startswith("<!-- goldgate lean -->\n### goldgate: gate closed, variant `lean`\n")
    assert "lean" in page.partition("</title>")[0]


def test_a_review_writes_the_baseline_of_the_variant_alone(gated: "ProjectFolder") -> None:
    accept(gated, "--variant", "lean")
    gated.write({"lean/SKILL.md": "in brief"})
    gated.run("run", "--variant", "lean")
    before = baselines(gated)

    reviewed = gated.run("review", "--variant", "lean", "--accept", "files::a", "--format", "json").document
    assert (reviewed["variant"], reviewed["update"]["variant"]) == ("lean", "lean")
    after = baselines(gated)
    assert after["files.jsonl"] == before["files.jsonl"]
    assert after["files@lean.jsonl"].count(b"in brief") == 1
