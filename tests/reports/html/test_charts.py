from decimal import Decimal

from goldgate.model.history import PastRun
from goldgate.model.judgement import Verdict
from goldgate.model.result import Figures, Tally
from goldgate.model.rubric import Scale
from goldgate.reports.html.charts import class_chart, score_chart, share_of_scale, trend_chart, variant_chart
from goldgate.reports.summarise import summarise


def past(run: str, rate: float | None) -> PastRun:
    return PastRun(run=run, pass_rate=rate, trials=10, known=1)


def tally(*verdicts: Verdict) -> Tally:
    figures = {("files", str(number), "v", 1): Figures(verdict=verdict) for number, verdict in enumerate(verdicts)}
    return summarise("run", figures, known=()).overall


def test_classes_share_one_bar_and_are_said_in_words() -> None:
    chart = class_chart({"regression": 1, "ok": 3}, {"regression": "bad", "ok": "good"})
    assert [(bar.look, bar.x, bar.width) for bar in chart.bars] == [("bad", 0.0, 80.0), ("good", 80.0, 240.0)]
    assert chart.words == "regression: 1; ok: 3"


def test_a_run_without_cases_has_no_bar() -> None:
    assert class_chart({}, {}).bars == ()


def test_scores_are_counted_by_tenths_of_their_scale() -> None:
    chart = score_chart([0.0, 0.95, 1.0, 0.55])
    assert chart is not None
    assert chart.words == "0 to 10 %: 1; 50 to 60 %: 1; 90 to 100 %: 2"
    assert [bar.height for bar in chart.bars if bar.height] == [48.0, 48.0, 96.0]


def test_where_nothing_was_scored_there_is_no_chart_of_scores() -> None:
    assert score_chart([]) is None


def test_a_score_stands_on_its_own_scale() -> None:
    assert share_of_scale(Decimal("3.5"), Scale(min=Decimal(1), max=Decimal(6))) == 0.5


def test_variants_are_compared_and_an_unknown_rate_is_no_bar() -> None:
    chart = variant_chart({"without": tally(Verdict.FAIL, Verdict.PASS), "with": tally(Verdict.ERROR, Verdict.PASS)})
    assert chart is not None
    assert [(bar.label, bar.figure, bar.width) for bar in chart.bars] == [
        ("without", "50.0%", 160.0),
        ("with", "unknown", 0.0),
    ]


def test_one_variant_alone_is_no_comparison() -> None:
    assert variant_chart({"default": tally(Verdict.PASS)}) is None


def test_a_trend_is_a_line_from_run_to_run_and_a_run_with_errors_is_a_gap() -> None:
    chart = trend_chart([past("1", 0.0), past("2", 1.0), past("3", None), past("4", 0.5)])
    assert chart is not None
    assert chart.lines == ("M6.0 90.0L108.7 6.0",)
    assert [(bar.label, bar.look) for bar in chart.bars] == [("1", "point"), ("2", "point"), ("3", ""), ("4", "point")]
    assert chart.words == "1: 0.0%, 1 known; 2: 100.0%, 1 known; 3: unknown; 4: 50.0%, 1 known"


def test_known_failures_are_bars_beside_the_trend() -> None:
    chart = trend_chart([past("1", 1.0), PastRun(run="2", pass_rate=1.0, trials=10, known=2)])
    assert chart is not None
    assert [(bar.figure, bar.height) for bar in chart.beside] == [("1 known", 15.0), ("2 known", 30.0)]


def test_where_nothing_is_known_to_fail_no_bar_has_a_height() -> None:
    chart = trend_chart([PastRun(run=run, pass_rate=1.0, trials=1, known=0) for run in "12"])
    assert chart is not None
    assert [bar.height for bar in chart.beside] == [0.0, 0.0]


def test_one_run_is_no_trend() -> None:
    assert trend_chart([past("1", 1.0)]) is None
