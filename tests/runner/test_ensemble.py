import sys
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import chain
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from goldgate.model.case import Case
from goldgate.model.http import HttpSettings
from goldgate.model.plan import PlannedTrial
from goldgate.model.project_file import CHANGED_MEANWHILE
from goldgate.model.variant import ResolvedVariant, Skill
from goldgate.runner.pools import PoolName, pool_named
from goldgate.runner.pools.processes import ProcessPool

MakeCase = Callable[..., Case]
Project = Any  # the class of conftest.py, which tests can't import


def test_the_sources_of_the_agent_are_known_when_it_is_loaded(project: Project, case: MakeCase) -> None:
    project.write("agent.py", "import rules\nTEXT = open('prompt.txt').read()\ndef agent(case, context): return TEXT")
    project.write("rules.py", "")
    project.write("unused.py", "")
    project.write("prompt.txt", "hello")
    with ProcessPool(project.company()) as pool:
        assert list(pool.imported) == ["agent.py", "prompt.txt", "rules.py"]
        list(pool.run([PlannedTrial(suite="s", case=case())]))
        assert pool.late == {}


def test_what_a_trial_reads_is_told_with_its_result(project: Project, case: MakeCase) -> None:
    project.write(
        "agent.py",
        """
        import pathlib
        def agent(case, context):
            import rules
            pathlib.Path("log.txt").write_text("seen")
            pathlib.Path("log.txt").read_text()
            return pathlib.Path("prompt.txt").read_text()
        """,
    )
    project.write("rules.py", "")
    project.write("prompt.txt", "hello")
    with ProcessPool(project.company()) as pool:
        (first,), (second,) = pool.run([PlannedTrial(suite="s", case=case()), PlannedTrial(suite="s", case=case())])
        assert sorted(first.project_files.items()) == sorted(pool.late.items())
        assert second.project_files == {}
        assert [name for name, digest in pool.late.items() if digest is not None] == ["prompt.txt", "rules.py"]
        assert [name for name, digest in pool.late.items() if digest is None] == ["./", "log.txt"]


def test_a_file_that_is_loaded_with_the_agent_and_written_later_is_told(project: Project, case: MakeCase) -> None:
    project.write("memory.txt", "0")
    project.write(
        "agent.py",
        """
        import pathlib
        MEMORY = pathlib.Path("memory.txt")
        KNOWN = MEMORY.read_text()
        def agent(case, context):
            MEMORY.write_text(KNOWN + case.id)
        """,
    )
    with ProcessPool(project.company()) as pool:
        list(pool.run([PlannedTrial(suite="s", case=case())]))
        assert sorted(pool.imported) == ["agent.py", "memory.txt"]
        assert pool.late == {"./": None, "memory.txt": None}


def test_a_source_that_is_edited_while_the_run_goes_on_is_told(project: Project, case: MakeCase) -> None:
    project.write(
        "agent.py",
        """
        import os, pathlib
        def agent(case, context):
            if case.id == "exits":
                with open("edited", "w"):
                    os.system("echo '# edited' >> agent.py")
                os._exit(0)
        """,
    )
    with ProcessPool(project.company()) as pool:
        list(pool.run([PlannedTrial(suite="s", case=case("exits")), PlannedTrial(suite="s", case=case("after"))]))
        assert pool.late == {"agent.py": CHANGED_MEANWHILE}


COMMAND = f"command: {sys.executable} -I -S agent.py"
SPEAKER = """
import json, os, sys
source, target = os.fdopen(int(os.environ["GOLDGATE_IN"])), os.fdopen(int(os.environ["GOLDGATE_OUT"]), "w")
for line in source:
    message = json.loads(line)
    if message["type"] == "hello":
        answer = {"type": "hello", "protocol": 1}
    else:
        answer = {"type": "result", "trial": message["trial"], "trace": str(os.getpid())}
    print(json.dumps(answer), file=target, flush=True)
    if message.get("id") == "late":
        print(json.dumps(answer), file=target, flush=True)
"""


def test_the_script_of_a_command_is_a_source_of_the_agent(project: Project) -> None:
    project.write("agent.py", SPEAKER)
    with ProcessPool(project.company(agents={"s": COMMAND})) as pool:
        assert list(pool.imported) == ["agent.py"]


def test_suites_that_name_the_same_command_share_its_process(project: Project, case: MakeCase) -> None:
    project.write("agent.py", SPEAKER)
    with ProcessPool(project.company(agents={"s": COMMAND, "t": COMMAND})) as pool:
        performed = list(chain(*pool.run([PlannedTrial(suite=suite, case=case()) for suite in "stst"])))
    assert len({trial.trace.answer for trial in performed}) == 1


def test_a_message_after_the_last_trial_is_no_secret(project: Project, case: MakeCase) -> None:
    project.write("agent.py", SPEAKER)
    with ProcessPool(project.company(agents={"s": COMMAND})) as pool:
        told = [performed.fault for performed in chain(*pool.run([PlannedTrial(suite="s", case=case("late"))]))]
    assert [fault and fault.code for fault in told] == [None, "LOST_STEP"]


class Echo(BaseHTTPRequestHandler):
    """Answers with what it is sent."""

    def do_POST(self) -> None:
        """Answer."""
        body = self.rfile.read(int(self.headers["content-length"]))
        self.send_response(200)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def test_suites_may_ask_the_same_url_in_different_ways(project: Project, case: MakeCase) -> None:
    with ThreadingHTTPServer(("127.0.0.1", 0), Echo) as server:
        Thread(target=server.serve_forever, args=(0.01,)).start()
        url = f"http://127.0.0.1:{server.server_port}/"
        http = {name: HttpSettings(body=f"{name} asks") for name in "st"}
        with ProcessPool(project.company(agents={"s": url, "t": url}, http=http)) as pool:
            performed = list(chain(*pool.run([PlannedTrial(suite=suite, case=case()) for suite in "st"])))
        server.shutdown()
    assert [trial.trace.answer for trial in performed] == ["s asks", "t asks"]


@pytest.mark.parametrize("pool", PoolName)
def test_each_trial_is_given_what_its_variant_came_to(
    project: Project, case: MakeCase, tmp_path: Path, pool: PoolName
) -> None:
    project.write(
        "agent.py",
        """
        def agent(case, context):
            return f"{context.variant}: {context.adapter and (context.adapter / 'SKILL.md').read_text()}"
        """,
    )
    (tmp_path / "skill").mkdir()
    (tmp_path / "skill" / "SKILL.md").write_text("do it")
    adapters = {
        "s": {
            "final": ResolvedVariant(name="final", folder=tmp_path / "skill"),
            "none": ResolvedVariant(name="none"),
        }
    }
    trials = [PlannedTrial(suite="s", case=case(), variant=name) for name in ("none", "final", "other")]
    with pool_named(pool, project.company(adapters=adapters)) as entered:
        answers = [one.trace.answer for one in chain(*entered.run(trials))]
    assert answers == ["none: None", "final: do it", "other: None"]


@pytest.mark.parametrize("pool", PoolName)
def test_agents_are_handed_the_skills_of_their_half(
    project: Project, case: MakeCase, tmp_path: Path, pool: PoolName
) -> None:
    project.write(
        "agent.py",
        """
        def agent(case, context):
            return ", ".join(f"{skill.name}: {(skill.folder / 'SKILL.md').read_text()}" for skill in context.skills)
        """,
    )
    (tmp_path / "triage").mkdir()
    (tmp_path / "triage" / "SKILL.md").write_text("do it")
    adapters = {
        "s": {
            "with": ResolvedVariant(name="with", skills=(Skill(name="triage", folder=tmp_path / "triage"),)),
            "without": ResolvedVariant(name="without"),
        }
    }
    trials = [PlannedTrial(suite="s", case=case(), variant=name) for name in ("with", "without")]
    with pool_named(pool, project.company(adapters=adapters)) as entered:
        answers = [one.trace.answer for one in chain(*entered.run(trials))]
    assert answers == ["triage: do it", ""]
