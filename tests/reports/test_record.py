import attrs

from goldgate.exit_codes import ExitCode
from goldgate.model.judgement import Fault
from goldgate.model.take import Take
from goldgate.reports.line import plain_text
from goldgate.reports.record import record_document, record_lines

WRITTEN = Take(suite="files", id="a", new=2, kept=1, dropped=1, written=True)
SAME = Take(suite="files", id="b", kept=3)
EMPTIED = Take(suite="files", id="c", written=True, dropped=0)
FAILED = Take(suite="files", id="d", fault=Fault(code="NOT_RECORDED", message="no answer"))
QUIET = Take(suite="files", id="e")


def test_a_line_says_of_each_case_what_happened_to_its_cassette() -> None:
    takes = [WRITTEN, SAME, EMPTIED, FAILED, QUIET]

    lines = record_lines(
        takes, orphans=("golden/cassettes/files/z.jsonl",), pruned=False, exit_code=ExitCode.NO_JUDGEMENT
    )

    assert plain_text(lines).splitlines() == [
        "written   files::a  2 new, 1 kept, 1 dropped",
        "as before files::b  3 kept",
        "written   files::c  0 exchanges",
        "ERROR     files::d  NOT_RECORDED: no answer",
        "unused  golden/cassettes/files/z.jsonl, the cassette of no case",
        "  goldgate record --prune removes such",
        "2 written, 1 as before, 1 not recorded, 1 asked nothing",
        "not all could be recorded  (exit 2)",
    ]


def test_the_document_says_the_same() -> None:
    document = record_document([FAILED, QUIET], orphans=("z.jsonl",), pruned=True, exit_code=ExitCode.NO_JUDGEMENT)

    assert document == {
        "goldgate": "record",
        "schema": 1,
        "exit_code": 2,
        "counts": {"written": 0, "kept": 0, "nothing": 1, "failed": 1},
        "cases": [
            {
                "suite": "files",
                "id": "d",
                "state": "failed",
                "new": 0,
                "kept": 0,
                "dropped": 0,
                "fault": {"code": "NOT_RECORDED", "message": "no answer"},
                "raised": None,
            }
        ],
        "cassettes_of_no_case": {"files": ["z.jsonl"], "removed": True},
        "next": None,
    }


def test_it_is_said_that_the_agent_failed_and_what_to_run_next() -> None:
    takes = [attrs.evolve(WRITTEN, raised="KeyError: no key"), attrs.evolve(QUIET, raised="OSError"), SAME]

    lines = record_lines(takes, orphans=(), pruned=False, exit_code=ExitCode.OPEN, selection="--suite files")

    assert plain_text(lines).splitlines() == [
        "written   files::a  2 new, 1 kept, 1 dropped",
        "failed    files::a  KeyError: no key",
        "failed    files::e  OSError",
        "as before files::b  3 kept",
        "1 written, 1 as before, 0 not recorded, 1 asked nothing",
        "recorded, but the agent failed in 2 cases",
        "next: goldgate run --suite files",
    ]


def test_the_document_has_cases_whose_agent_failed_though_they_asked_nothing() -> None:
    takes = [attrs.evolve(QUIET, raised="OSError"), QUIET]

    document = record_document(takes, orphans=(), pruned=False, exit_code=ExitCode.OPEN, selection="--case e")

    assert [(case["id"], case["state"], case["raised"]) for case in document["cases"]] == [("e", "nothing", "OSError")]
    assert document["next"] == "goldgate run --case e"
