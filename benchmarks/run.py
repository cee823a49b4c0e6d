"""What does goldgate cost? Prints a Markdown table; every figure stands beside a yardstick of the same run.

Usage: python benchmarks/run.py [ROUNDS]. Figures are medians of the rounds, CPU seconds of a process and of all that it
started (user and system). Wall time is not measured: how busy the machine is says more of it than goldgate does.
"""

import datetime as dt
import json
import os
import platform
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

HERE: Final = Path(__file__).parent.resolve()
GOLDGATE: Final = ("-c", "from goldgate.cli.main import main; main()")
BARE_LOOP: Final = (str(HERE / "bare_loop.py"),)
READ_FILE: Final = "import sys; from pathlib import Path; data = Path(sys.argv[1]).read_bytes(); "
LOADING: Final = {
    "json": ("import json; ", "cases = [json.loads(line) for line in data.splitlines()]"),
    "goldgate": ("from goldgate.formats.golden import read_golden; ", "cases = read_golden(data, file='golden')"),
}
"""How golden lines are loaded: what has to be imported, which is not counted, and the loading itself."""

SMALL, MIDDLE, BIG = 70, 1_000, 10_000
ROUNDS: Final = 5
AGENT: Final = """
def agent(case, context):
    return str(context.tools.call("file_search", {"words": case.request}))
"""
# The environment of whoever measures must not change what is measured: bytecode is kept, nothing is traced.
ENVIRONMENT: Final = {
    name: value for name, value in os.environ.items() if name != "CI" and not name.startswith(("PYTHON", "GOLDGATE"))
}


class Cost(NamedTuple):
    """What a command took: CPU seconds with its children, and the peak memory of the biggest of them in MiB."""

    seconds: float
    mib: float


class Row(NamedTuple):
    """A line of the table: what was measured, beside which yardstick, and what is hoped for."""

    what: str
    command: str
    yardstick: str
    goal: str


ROWS: Final = (
    Row("start: `goldgate --version`", "--version", "python -c pass", ""),
    Row("start: `goldgate --help`", "--help", "python -c pass", "≤ 0.10 s"),
    Row("`check` of 70 cases", "check 70", "bare loop 70", ""),
    Row("`check` of 1,000 cases", "check 1000", "bare loop 1000", ""),
    Row("`check` of 10,000 cases", "check 10000", "bare loop 10000", "≤ 1.5 s beyond; hoped for: 1.2 s, 45 MiB"),
    Row("`compare` of 70 equal lines", "compare 70", "python -c pass", ""),
    Row("`compare` of 10,000 equal lines", "compare 10000", "python -c pass", ""),
    Row("loading 10,000 golden cases", "load with goldgate", "load with json", ""),
)


def main(rounds: int) -> None:
    """Measure everything, round by round, so that a busy minute hits all figures alike, and print the table."""
    with TemporaryDirectory(prefix="goldgate-bench-") as folder:
        projects = {cases: make_project(Path(folder) / str(cases), cases) for cases in (SMALL, MIDDLE, BIG)}
        taken = [dict(measure_all(projects)) for _ in range(rounds)]
    costs = {name: _median([one[name] for one in taken]) for name in taken[0]}
    print("\n".join([*_heading(rounds), "", *_table(costs), "", _each_case(costs)]))


def make_project(root: Path, cases: int) -> Path:
    """A project of trivial cases: each calls one tool, which its world answers; the last run is its baseline."""
    (root / "golden").mkdir(parents=True)
    (root / "trivial_agent.py").write_text(AGENT)
    (root / "goldgate.toml").write_text('agent = "trivial_agent:agent"\n')
    golden_of(root).write_text("".join(f"{json.dumps(_case(number))}\n" for number in range(cases)))
    for command in ("run", "update-baseline", "check"):
        measure(*GOLDGATE, command, folder=root)
    return root


def golden_of(root: Path) -> Path:
    """The golden file of a project."""
    return root / "golden" / "trivial.jsonl"


def _case(number: int) -> Mapping[str, object]:
    return {
        "id": f"case-{number:05}",
        "request": f"find file {number}",
        "world": {"tools": [{"tool": "file_search", "returns": ["notes/today.md"]}]},
        "expect": {"calls": ["file_search"]},
    }


def measure_all(projects: Mapping[int, Path]) -> Iterator[tuple[str, Cost]]:
    """Every command and every yardstick, once."""
    small, big = projects[SMALL], projects[BIG]
    yield "python -c pass", measure("-c", "pass", folder=small)
    for option in ("--version", "--help"):
        yield option, measure(*GOLDGATE, option, folder=small)
    for cases, root in projects.items():
        yield f"bare loop {cases}", measure(*BARE_LOOP, str(golden_of(root)), "bare.jsonl", folder=root)
        yield f"check {cases}", measure(*GOLDGATE, "check", folder=root)
    for cases in (SMALL, BIG):
        yield f"compare {cases}", measure(*GOLDGATE, "compare", folder=projects[cases])
    for name, (imports, load) in LOADING.items():
        before = measure("-c", imports + READ_FILE, str(golden_of(big)), folder=big)
        after = measure("-c", imports + READ_FILE + load, str(golden_of(big)), folder=big)
        yield f"load with {name}", Cost(seconds=after.seconds - before.seconds, mib=after.mib)


def measure(*arguments: str, folder: Path) -> Cost:
    """Run Python with these arguments; it has to end well."""
    process = subprocess.Popen([sys.executable, *arguments], cwd=folder, env=ENVIRONMENT, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"python {' '.join(arguments)} ended with {process.returncode}")
    kibibytes = usage.ru_maxrss / (1024 if sys.platform == "darwin" else 1)
    return Cost(seconds=usage.ru_utime + usage.ru_stime, mib=kibibytes / 1024)


def _median(costs: Sequence[Cost]) -> Cost:
    return Cost(seconds=median(cost.seconds for cost in costs), mib=median(cost.mib for cost in costs))


def _heading(rounds: int) -> Iterator[str]:
    yield f"Machine: {_processor()}, {os.cpu_count()} cores, {platform.system()}"
    yield f"Python: {platform.python_implementation()} {platform.python_version()}"
    yield f"Date: {dt.datetime.now(tz=dt.UTC).date()}, medians of {rounds} rounds"


def _processor() -> str:
    """The name of the processor, where the system tells it."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.machine())


def _table(costs: Mapping[str, Cost]) -> Iterator[str]:
    yield "| what | CPU s | yardstick | CPU s | beyond it | peak memory | goal |"
    yield "|---|---:|---|---:|---:|---:|---|"
    for row in ROWS:
        cost, yardstick = costs[row.command], costs[row.yardstick]
        cells = (
            row.what,
            f"{cost.seconds:.3f}",
            row.yardstick,
            f"{yardstick.seconds:.3f}",
            f"{cost.seconds - yardstick.seconds:.3f}",
            f"{cost.mib:.0f} MiB",
            row.goal,
        )
        yield f"| {' | '.join(cells)} |"


def _each_case(costs: Mapping[str, Cost]) -> str:
    """What a case costs without the start: from the difference of a big suite and a smaller one."""

    def per_case(what: str) -> float:
        return (costs[f"{what} {BIG}"].seconds - costs[f"{what} {MIDDLE}"].seconds) / (BIG - MIDDLE) * 1e6

    return (
        f"Each further case costs `check` {per_case('check'):.0f} µs, and the bare loop {per_case('bare loop'):.0f} µs."
    )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS)
