from goldgate.model.case import Stub
from goldgate.model.detail import NO_DETAIL, Detail
from goldgate.reports.line import plain_text
from goldgate.reports.stubs import idle_stub_lines, idle_stub_notices, idle_stubs_document

STUBS = (Stub(tool="search", returns=1), Stub(tool="read", returns=2))


def test_a_stub_that_answered_nothing_in_any_trial_is_told() -> None:
    details = [Detail(idle_stubs=(0, 1)), Detail(idle_stubs=(1,))]
    assert [*idle_stub_notices(STUBS, details)] == ["$.world.tools[1] answered no call of read"]


def test_a_stub_that_something_else_stood_in_for_says_so() -> None:
    assert [*idle_stub_notices(STUBS, [Detail(idle_stubs=(0,), bypassed=("search",))])] == [
        (
            "$.world.tools[0] answered no call of search; it was called without asking the world: "
            "a function under @goldgate.tool is recorded, and runs for real"
        )
    ]


def test_without_trials_or_idle_stubs_nothing_is_told() -> None:
    assert [*idle_stub_notices(STUBS, [])] == []
    assert [*idle_stub_notices(STUBS, [NO_DETAIL])] == []
    assert [*idle_stub_notices(STUBS[:1], [Detail(idle_stubs=(1,))])] == []


def test_the_idle_stubs_of_a_run_take_one_line() -> None:
    idle = {("files", f"c{number}"): (0, 1) for number in range(5)}
    assert plain_text(idle_stub_lines(idle)) == (
        "10 stubs answered no call in cases that passed: files::c0, files::c1, files::c2 and 2 more\n"
    )
    assert (
        plain_text(idle_stub_lines({("files", "a"): (0,)}))
        == "1 stub answered no call in cases that passed: files::a\n"
    )
    assert plain_text(idle_stub_lines({})) == ""


def test_machines_are_told_which_stubs() -> None:
    assert idle_stubs_document({("files", "a"): (0, 2)}) == [{"suite": "files", "id": "a", "stubs": [0, 2]}]
