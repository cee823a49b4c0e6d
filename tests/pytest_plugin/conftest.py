"""Projects with golden cases, and pytest to be run in them."""

import datetime as dt
import json
import re
import runpy
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import attrs
import cattrs.gen
import pytest

import goldgate
import goldgate.pytest_plugin.asked

LOADED: Final = (cattrs.gen, goldgate.pytest_plugin.asked)
"""What each session in this process would otherwise load anew, beside what is kept of the last one."""
ACCEPTED_ON: Final = dt.date(2019, 12, 1)
TOML: Final = 'agent = "desk:agent"\n'
DESK: Final = '''
"""Does what the request says: before the bar what it did when the baseline was written, behind it what it does now."""

from itertools import count

NOW = {now}
NUMBERS = count()


def agent(case, context):
    word = case.request.split(" | ")[NOW]
    if word == "count":
        return str(next(NUMBERS))
    if word == "ask":
        return context.model({{"question": "?"}}, ask=lambda _: "!")
    if word.startswith("say "):
        return word
    return context.tools.call(word)
'''
TOOLS: Final = [{"tool": tool, "returns": f"{tool}ed"} for tool in ("track", "cancel", "refund")]
KNOWN: Final = {"reason": "the first word wins", "issue": "#7"}


def case(case_id: str, request: str = "track | track", **others: Any) -> dict[str, Any]:
    """A golden case that expects its order to be tracked."""
    return {"id": case_id, "request": request, "world": {"tools": TOOLS}, "expect": {"calls": ["track"]}, **others}


BEFORE: Final = (
    case("ok", "track | track"),
    case("regression", "track | cancel", tags=["odd"]),
    case("known", "cancel | cancel", known_failure=KNOWN),
    case("fixed", "cancel | track", known_failure=KNOWN),
    case("changed_failure", "cancel | refund", known_failure=KNOWN),
    case("expired", "cancel | cancel", known_failure={**KNOWN, "expires": "2020-01-01"}),
    case("drifted", "say a | say b", expect={"calls": []}),
    case("case_edited", "track | track"),
    case("unstable", "say 0 | count", expect={"calls": []}, trials=2),
    case("error", "track | ask"),
    case("removed", "track | track"),
)
AFTER: Final = (
    *BEFORE[:7],
    case("case_edited", "track | track", expect={"calls": ["track"], "forbid": ["cancel"]}),
    *BEFORE[8:10],
    case("known_new", "track | cancel", known_failure=KNOWN),
    case("unexplained", "track | cancel"),
    case("new", "track | track"),
)
"""One case of each class, called after it; of `removed` the baseline alone knows."""


@attrs.frozen
class Folder:
    """A folder in which pytest is run."""

    pytester: pytest.Pytester
    case = staticmethod(case)

    @property
    def path(self) -> Path:
        """Where it is."""
        return self.pytester.path

    def write(self, files: Mapping[str, str]) -> None:
        """Write files; folders are made."""
        for name, text in files.items():
            path = self.path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")

    def golden(self, *cases: Mapping[str, Any], suite: str = "desk", root: str = ".") -> None:
        """Write a golden file."""
        lines = "".join(json.dumps(case, ensure_ascii=False) + "\n" for case in cases)
        self.write({f"{root}/golden/{suite}.jsonl": lines})

    def accept(
        self,
        *cases: Mapping[str, Any],
        suite: str = "desk",
        root: str = ".",
        agent: str = DESK.format(now=0),
        settings: goldgate.Settings | None = None,
    ) -> None:
        """Lay a project of these cases, with the baseline of what the agent does."""
        self.golden(*cases, suite=suite, root=root)
        self.write({f"{root}/desk.py": agent, f"{root}/goldgate.toml": TOML})
        acting = runpy.run_path(str(self.path / root / "desk.py"))["agent"]
        golden = goldgate.read_golden(self.path / root / f"golden/{suite}.jsonl")
        run = goldgate.run(golden, acting, suite=suite, settings=settings or goldgate.Settings())
        (promotion,) = goldgate.promote(run, {}, today=ACCEPTED_ON)
        folder = self.path / root / "baselines"
        folder.mkdir(exist_ok=True)
        (folder / f"{suite}.jsonl").write_bytes(goldgate.write_baseline(promotion.baseline()))

    def now(self) -> None:
        """Have the agent do from now on what stands behind the bar."""
        self.write({"desk.py": DESK.format(now=1)})

    def every_class(self) -> None:
        """Lay a project with one case of each class."""
        self.accept(*BEFORE)
        self.golden(*AFTER)
        self.now()

    def pytest(self, *words: str, shuffled: bool = False) -> "Ended":
        """Run pytest in this process."""
        order = () if shuffled else ("-p", "no:randomly")
        return Ended(self.pytester.runpytest_inprocess(*order, "--strict-markers", "-W", "error", "-rA", *words))

    def snapshot(self) -> dict[str, bytes]:
        """Every file with its bytes, but for what Python and pytest keep for themselves."""
        return {
            str(path.relative_to(self.path)): path.read_bytes()
            for path in sorted(self.path.rglob("*"))
            if path.is_file() and not {"__pycache__", ".pytest_cache"} & set(path.parts)
        }


@attrs.frozen
class Ended:
    """How pytest ended."""

    result: pytest.RunResult

    @property
    def text(self) -> str:
        """What it printed, without how long that took."""
        return re.sub(r"\d+\.\d\ds", "...s", self.result.stdout.str())

    @property
    def errors(self) -> str:
        """What it printed to stderr."""
        return self.result.stderr.str()

    @property
    def endings(self) -> dict[str, str]:
        """Each test, by the last part of its node id → PASSED, FAILED, ERROR, XFAIL, by the short summary."""
        lines = re.findall(r"^(PASSED|FAILED|ERROR|XFAIL|XPASS) \S+?::(.*?)(?: - .*)?$", self.text, re.MULTILINE)
        return {name: word for word, name in lines}

    @property
    def last(self) -> str:
        """The counts: `1 failed, 3 passed`."""
        return re.sub(r"^=+ | in \.\.\.s.*$", "", self.text.splitlines()[-1])


@pytest.fixture(autouse=True)
def _nobody_watches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who runs these tests, a CI or a part of a parallel run, is no matter of the sessions that they hold."""
    for name in ("CI", "BUILD_NUMBER", "PRE_COMMIT", "PYTEST_XDIST_WORKER"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def folder(pytester: pytest.Pytester) -> Folder:
    """An empty folder."""
    return Folder(pytester)
