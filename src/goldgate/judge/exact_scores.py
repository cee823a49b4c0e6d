"""What do rows come to, by criterion and by weights? Computed with fractions, so that nothing is ever rounded."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction

from goldgate.formats.decimals import as_decimal
from goldgate.model.frozen import frozen
from goldgate.model.rubric import CaseScores, Rubric, ScoreRow


@frozen(kw_only=True)
class ExactScores:
    """The mean of each criterion, the plain mean of these, and the one by the weights of the rubric."""

    means: Mapping[str, Fraction]
    average: Fraction
    weighted: Fraction

    @classmethod
    def of(cls, rows: Iterable[ScoreRow], rubric: Rubric) -> "ExactScores":
        """Those of rows that have every criterion equally often."""
        scores: defaultdict[str, list[Fraction]] = defaultdict(list)
        for row in rows:
            for name, score in row.scores.items():
                scores[name].append(Fraction(score))
        means = {name: mean_of(scores[name]) for name in rubric.names}
        return cls(means=means, average=mean_of(means.values()), weighted=weighted(means, rubric))

    def of_case(self, case_id: str) -> CaseScores:
        """The same as the scores of a case."""
        return CaseScores(
            case_id=case_id,
            scores={name: as_decimal(score) for name, score in self.means.items()},
            average=as_decimal(self.average),
            weighted_score=as_decimal(self.weighted),
        )


def mean_of(numbers: Iterable[Fraction]) -> Fraction:
    """The mean of at least one number."""
    taken = [*numbers]
    return sum(taken, Fraction()) / len(taken)


def weighted(scores: Mapping[str, Fraction], rubric: Rubric) -> Fraction:
    """The scores of all criteria by their weights, whether these are parts of one, percent, or all the same."""
    weights = {one.name: Fraction(1 if one.weight is None else one.weight) for one in rubric.criteria}
    return sum((weight * scores[name] for name, weight in weights.items()), Fraction()) / sum(weights.values())


def by_case(rows: Iterable[ScoreRow], rubric: Rubric) -> dict[str, ExactScores]:
    """The scores of each case over its trials, sorted by id."""
    cases: defaultdict[str, list[ScoreRow]] = defaultdict(list)
    for row in rows:
        cases[row.key.case_id].append(row)
    return {case_id: ExactScores.of(cases[case_id], rubric) for case_id in sorted(cases)}
