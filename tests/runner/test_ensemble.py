from collections.abc import Callable
from typing import Any

from goldgate.model.case import Case
from goldgate.model.plan import PlannedTrial
from goldgate.runner.pools.processes import ProcessPool
from goldgate.runner.project_files import CHANGED

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
        assert sorted(first.project_files) == ["prompt.txt", "rules.py"]
        assert second.project_files == {}
        assert sorted(pool.late) == ["prompt.txt", "rules.py"]


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
        assert pool.late == {"agent.py": CHANGED}
