from collections.abc import Callable

import attrs

from goldgate.gate.promotion import Promotion, Refusal, Write
from goldgate.model.comparison import CaseComparison, Facts
from goldgate.model.judgement import Verdict
from goldgate.model.sampling import Counts
from goldgate.reports.line import plain_text
from goldgate.reports.next_step import Tracked
from goldgate.reports.update import update_document, update_lines

NEW = Facts(current=Verdict.PASS)
OK = Facts(baseline=Verdict.PASS, current=Verdict.PASS, same_definition=True, same_outcome=True)
DRIFTED = Facts(baseline=Verdict.PASS, current=Verdict.PASS, same_definition=True)
Compared = Callable[..., CaseComparison]


def promotion(*changes: Write | Refusal) -> Promotion:
    return Promotion(
        suite="files",
        outcome="0123456789abcdef",
        writes=tuple(change for change in changes if isinstance(change, Write)),
        refused=tuple(change for change in changes if isinstance(change, Refusal)),
        entries=(),
        existing=5,
        settings_changed=False,
    )


def text(*promotions: Promotion, dry_run: bool = False, confirm: int | None = None) -> str:
    return plain_text(
        update_lines(promotions, dry_run=dry_run, confirm=confirm, baselines="baselines", tracked=Tracked.ALL)
    )


def test_what_is_written_is_grouped_by_class(compared: Compared) -> None:
    update = promotion(
        Write(case=compared("b", facts=DRIFTED), old="{}", new='{"a":1}'),
        Write(case=compared("a", facts=NEW), old=None, new="{}"),
        Write(case=compared("c", facts=NEW), old=None, new="{}"),
    )

    assert text(update) == (
        "wrote files: 3 lines, 4 untouched\n"
        "  drifted 1  passes, with another outcome than the baseline holds [GG125]\n"
        "    files::b\n"
        "  new 2  passes, and the baseline does not hold it yet [GG121]\n"
        "    files::a, files::c\n"
        "next: git diff, then goldgate compare\n"
    )


def test_counts_of_sampled_cases_are_told_with_what_they_were(compared: Compared) -> None:
    then, now = Counts(solved=5, total=5), Counts(solved=4, total=5)
    known = attrs.evolve(compared("a", facts=OK), then=then, now=now)
    update = promotion(
        Write(case=known, old="{}", new='{"a":1}'),
        Write(case=attrs.evolve(compared("b", facts=NEW), now=now), old=None, new="{}"),
    )

    assert text(update).splitlines()[1:5] == [
        "  new 1  the baseline does not hold it yet [GG121]",
        "    files::b 4/5",
        "  ok 1  counted anew [GG131]",
        "    files::a 5/5 → 4/5",
    ]
    (written, _) = update_document([update], dry_run=False, confirm=None)["suites"]["files"]["written"]
    assert written == {"id": "a", "class": "ok", "code": "GG131", "trials": {"accepted": [5, 5], "now": [4, 5]}}


def test_what_is_refused_says_what_to_do_next(compared: Compared) -> None:
    refused = promotion(Refusal(case=compared("a"), why="mark it as a known failure"))

    assert text(refused) == (
        "refused regression files::a [GG101]\n"
        "  mark it as a known failure\n"
        "nothing to change but what was refused\n"
        "1 refused; see above for what to do with each\n"
    )


def test_that_a_refusal_holds_back_all_of_a_suite_is_said(compared: Compared) -> None:
    blocked = attrs.evolve(promotion(Refusal(case=compared("a"), why="mark it")), settings_changed=True, blocked=True)

    assert text(blocked).splitlines()[2] == (
        "nothing of files is written: its outcome settings changed, so all of its lines are written or none"
    )


def test_nothing_to_change_is_said() -> None:
    assert text(promotion()) == "nothing to change\nnext: goldgate compare\n"


def test_a_dry_run_says_how_to_write_it(compared: Compared) -> None:
    update = promotion(Write(case=compared("b", facts=DRIFTED), old="{}", new='{"a":1}'))

    assert text(update, dry_run=True, confirm=1).endswith(
        "dry run: nothing was written\nto write it: the same without --dry-run, with --yes 1\n"
    )
    assert "would write files: 1 line, 4 untouched" in text(update, dry_run=True)


def test_the_document_lists_every_change(compared: Compared) -> None:
    update = promotion(
        Write(case=compared("a", facts=NEW), old=None, new="{}"), Refusal(case=compared("b"), why="mark it")
    )

    assert update_document([update], dry_run=False, confirm=None) == {
        "goldgate": "update",
        "schema": 1,
        "exit_code": 1,
        "variant": "default",
        "dry_run": False,
        "needs_yes": None,
        "suites": {
            "files": {
                "written": [{"id": "a", "class": "new", "code": "GG121", "trials": None}],
                "refused": [{"id": "b", "class": "regression", "code": "GG101", "trials": None, "why": "mark it"}],
                "untouched": 5,
                "blocked": False,
                "drop_refused": False,
            }
        },
    }
