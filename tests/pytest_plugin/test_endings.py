import datetime as dt
from fractions import Fraction

import attrs

from goldgate.gate.classify import classify
from goldgate.model.comparison import CaseClass, CaseComparison, Comparison, Divergence, Facts, Marker
from goldgate.model.judgement import Verdict
from goldgate.model.known_failure import KnownFailure
from goldgate.model.sampling import Drop, Sampling
from goldgate.model.settings import Stale
from goldgate.pytest_plugin.endings import OK, WHOLE, End, Ending, endings_of

AS_KNOWN = Facts(
    baseline=Verdict.FAIL, current=Verdict.FAIL, marker=Marker.LIVE, same_failure=True, same_definition=True
)
KNOWN = CaseComparison(
    suite="letters",
    id="a",
    ruling=classify(AS_KNOWN),
    facts=AS_KNOWN,
    known_failure=KnownFailure(reason="the first word wins", issue="#7", expires=dt.date(2027, 3, 1)),
)
DROPPED = Sampling(
    alpha=0.05,
    cases=50,
    drop=Drop(
        then=Fraction(84, 100),
        now=Fraction(62, 100),
        p_by_trials=0.001,
        p_by_cases=0.0039,
        significant=True,
        underpowered=False,
    ),
)


def comparison(*cases: CaseComparison, sampling: Sampling | None = None) -> Comparison:
    return Comparison(
        cases=cases,
        counts={CaseClass.KNOWN: len(cases)},
        expected=1,
        ran=1,
        compared=1,
        errored=0,
        not_selected=0,
        run="",
        today=dt.date(2026, 11, 30),
        sampled={} if sampling is None else {"letters": sampling},
    )


def endings(compared: Comparison) -> dict[str, tuple[Ending, ...]]:
    return dict(endings_of(compared, "letters", stale=Stale.FAIL, trials={}))


def test_the_reason_of_a_marker_says_where_it_is_tracked_and_until_when() -> None:
    ending = Ending(End.KNOWN, "known", "the first word wins (#7, until 2027-03-01) [GG132]")
    assert endings(comparison(KNOWN)) == {"a": (ending,), WHOLE: (OK,)}


def test_a_known_failure_that_fails_differently_says_so() -> None:
    other = attrs.evolve(KNOWN, divergence=Divergence(kind="changed", pointer="/answer", expected="a", actual="b"))

    (ending,) = endings(comparison(other))["a"]

    assert ending.text == "the first word wins (#7, until 2027-03-01); differently than the baseline holds [GG132]"


def test_a_sampled_suite_that_got_worse_fails_as_a_whole_and_its_cases_as_they_are() -> None:
    found = endings(comparison(KNOWN, sampling=DROPPED))

    assert found["a"][0].end is End.KNOWN
    assert found[WHOLE] == (
        Ending(
            End.FAILED,
            "",
            "letters dropped from 84.0% to 62.0% (p = 0.0039)\nnext: goldgate check --suite letters",
        ),
    )
