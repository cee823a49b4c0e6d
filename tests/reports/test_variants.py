from collections.abc import Callable, Sequence

import attrs

from goldgate.model.judgement import Verdict
from goldgate.model.result import Result
from goldgate.reports.line import plain_text
from goldgate.reports.summarise import summarise
from goldgate.reports.variants import split_lines, variant_lines

Make = Callable[..., Result]


def told(results: Sequence[Result], windows: dict[tuple[str, str], str] | None = None) -> str:
    figures = {result.key: result.figures for result in results}
    return plain_text(variant_lines(summarise("run", figures, known=(), windows=windows)))


def test_single_trials_of_one_variant_need_no_table(result: Make) -> None:
    assert told([result("a"), result("b")]) == ""


def test_each_variant_has_its_figures(result: Make) -> None:
    bare = [attrs.evolve(result("a", Verdict.FAIL), variant="none")]
    assert told([result("a", cost=0.5), *bare]) == (
        "variant default  1 case, 1 trial\n"
        "  passed      1 of 1 (100.0%)\n"
        "  solved      at least once 1, every time 1 of 1 case\n"
        "  mean score  unknown\n"
        "  errors      0\n"
        "  cost        $0.5000\n"
        "variant none  1 case, 1 trial\n"
        "  passed      0 of 1 (0.0%)\n"
        "  solved      at least once 0, every time 0 of 1 case\n"
        "  mean score  unknown\n"
        "  errors      0\n"
        "  cost        unknown for 1 trial of 1 case\n"
    )


def test_errors_leave_ranges(result: Make) -> None:
    text = told([result("a", cost=0.5), result("a", Verdict.ERROR, trial=2)])
    assert "  passed      1 to 2 of 2 (50.0% to 100.0%)\n" in text
    assert "  solved      at least once 1 to 1, every time 0 to 1 of 1 case\n" in text
    assert "  pass^k      1: 50.0% to 100.0%, 2: 0.0% to 100.0%\n" in text
    assert "  errors      1\n" in text
    assert "  cost        $0.5000 known, unknown for 1 trial of 1 case\n" in text


def test_of_many_trials_the_first_and_the_last_k_are_shown(result: Make) -> None:
    text = told([result("a", trial=trial) for trial in range(1, 21)])
    assert "  pass@k      1: 100.0%, 2: 100.0%, 3: 100.0%, 4: 100.0%, 5: 100.0%, 20: 100.0%\n" in text
    assert max(map(len, text.splitlines())) <= 80


def test_windows_of_streams_are_told_apart(result: Make) -> None:
    windows = {("files", "a"): "learning", ("files", "b"): "test"}
    text = told([result("a", Verdict.FAIL), result("b"), result("b", trial=2)], windows)
    assert "  learning    passed 0 of 1 (0.0%) in 1 case\n  test        passed 2 of 2 (100.0%) in 1 case\n" in text


def test_a_look_at_the_test_split_is_told() -> None:
    assert plain_text(split_lines({"test": 2, "train": 5})) == "looked at 2 cases of the test split\n"
    assert plain_text(split_lines({"train": 5})) == ""
