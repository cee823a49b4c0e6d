from decimal import Decimal

import pytest

from goldgate.errors import BadFile
from goldgate.formats.rubric import read_rubric, rubric_digest, rubric_faults
from goldgate.model.rubric import Arm, Criterion, GateRule, Layout, Rubric, RubricGate, Scale

CRITERIA = "[criteria]\nclarity = 0.4\ntone = 0.6\n"


def rubric(text: str) -> Rubric:
    return read_rubric(text, file="rubric.toml")


def problems_of(text: str) -> list[str]:
    with pytest.raises(BadFile) as caught:
        rubric(text)
    return [str(problem).removeprefix("rubric.toml:").strip() for problem in caught.value.problems]


def dimensions(more: str = "", *, criteria: str = CRITERIA) -> str:
    return f'layout = "dimensions"\n{criteria}{more}'


def arms(more: str = "", *, scale: str = "", criteria: str = CRITERIA) -> str:
    return f'layout = "arms"\n{scale}\n{criteria}{more}'


def test_a_rubric_is_criteria_with_weights_and_the_rest_has_defaults() -> None:
    read = rubric(dimensions())

    assert read == Rubric(
        layout=Layout.DIMENSIONS,
        criteria=(Criterion(name="clarity", weight=Decimal("0.4")), Criterion(name="tone", weight=Decimal("0.6"))),
        scale=Scale(min=Decimal(0), max=Decimal(100)),
        gate=RubricGate(),
    )
    assert (read.rule, read.threshold, read.whole_scores) == (GateRule.THRESHOLD, Decimal(70), True)
    assert read.conditions == ("clarity", "tone")


def test_a_rubric_of_arms_compares_them() -> None:
    read = rubric(
        arms(
            '[gate]\nnot_below = ["tone"]\ntolerance = 0.1',
            scale='scale = {min = 1, max = 5}\narms = ["baseline", "candidate", "comparator"]',
        )
    )

    assert (read.rule, read.whole_scores) == (GateRule.COMPARATIVE, False)
    assert read.conditions == ("baseline", "candidate", "comparator")
    assert read.scale == Scale(min=Decimal(1), max=Decimal(5))
    assert read.gate == RubricGate(not_below=("tone",), tolerance=Decimal("0.1"))


def test_a_criterion_may_say_more_than_its_weight() -> None:
    text = '[criteria.clarity]\nweight = 100\ndescription = "Can a reader act on it?"\n'

    (criterion,) = rubric(dimensions(criteria=text)).criteria

    assert criterion == Criterion(name="clarity", weight=Decimal(100), description="Can a reader act on it?")


@pytest.mark.parametrize(
    "weights",
    [
        ("0.1", "0.2", "0.7"),
        ("0.35", "0.25", "0.20", "0.10", "0.10"),
        ("33.3", "33.3", "33.4"),
        ("0.1",) * 10,
        ("0.3333333333333333333333333333333333", "0.6666666666666666666666666666666667"),
        ("0", "1"),
    ],
)
def test_weights_add_up_exactly(weights: tuple[str, ...]) -> None:
    """As floats, ten tenths are less than one, and 0.1 + 0.2 + 0.7 is not 1 in every order."""
    text = "[criteria]\n" + "".join(f"c{index} = {weight}\n" for index, weight in enumerate(weights))

    assert [str(criterion.weight) for criterion in rubric(dimensions(criteria=text)).criteria] == [*weights]


@pytest.mark.parametrize(
    ("weights", "total"),
    [
        ("0.4, 0.3, 0.25", "0.95"),
        ("40, 30, 20", "90"),
        ("0.4, 0.3, 0.3000000000000000000000000000001", "1.0000000000000000000000000000001"),
        ("0, 0, 0", "0"),
    ],
)
def test_weights_that_do_not_add_up_are_told_with_their_sum(weights: str, total: str) -> None:
    numbers = weights.split(", ")
    text = "[criteria]\n" + "".join(f"c{index} = {weight}\n" for index, weight in enumerate(numbers))

    assert problems_of(dimensions(criteria=text)) == [
        f"2: expected weights that add up to 1, or to 100; {' + '.join(numbers)} is {total} @ $.criteria"
    ]


def test_criteria_without_weights_count_the_same() -> None:
    read = rubric(dimensions(criteria='[criteria]\na = {}\nb = {description = "Is b there?"}\nc = {}\n'))

    assert read.criteria == (
        Criterion(name="a"),
        Criterion(name="b", description="Is b there?"),
        Criterion(name="c"),
    )
    assert rubric_digest(read) != rubric_digest(rubric(dimensions()))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (
            dimensions(criteria="[criteria]\na = 1\nb = {}\n"),
            "4: criterion 'b' has no weight; give one to each, or to none: then all count the same @ $.criteria.b",
        ),
        ("layout = 'dimensions'", "required key 'criteria' is missing @ $"),
        (dimensions(criteria="[criteria]\n"), "2: expected at least one criterion @ $.criteria"),
        (
            'layout = "dimension"\n' + CRITERIA,
            "1: unknown word 'dimension', did you mean 'dimensions'? @ $.layout",
        ),
        (dimensions("[gate]\nthreshhold = 1"), "6: unknown key 'threshhold', did you mean 'threshold'? @ $.gate"),
        (
            dimensions("[gate]\nthreshold = true"),
            "6: expected a number from -1000000000 to 1000000000, got bool true @ $.gate.threshold",
        ),
        (
            dimensions("[gate]\nthreshold = nan"),
            "6: expected a number from -1000000000 to 1000000000, got NaN @ $.gate.threshold",
        ),
        (
            dimensions("[gate]\nthreshold = 100.01"),
            "6: expected a threshold on the scale from 0 to 100, got 100.01 @ $.gate.threshold",
        ),
        (
            dimensions(criteria='[criteria]\na = "1"\n'),
            "3: expected a number from 0 to 100, got str '1' @ $.criteria.a",
        ),
        (
            dimensions(criteria="[criteria]\na = -1\nb = 2\n"),
            "3: expected a number from 0 to 100, got int -1 @ $.criteria.a",
        ),
        (
            dimensions(criteria="[criteria]\n' ' = 1\n"),
            '3: the name of a criterion must not be blank @ $.criteria[" "]',
        ),
        (
            dimensions("[scale]\nmax = 0\n[gate]\nthreshold = 0"),
            "5: the scale ends at 0, which is not above its begin at 0 @ $.scale",
        ),
        (
            dimensions("[scale]\nmax = 5"),
            "required key 'threshold' is missing; it is 70 only on a scale from 0 to 100 @ $.gate",
        ),
        (
            dimensions('[gate]\nrule = "comparative"'),
            "6: the rule comparative compares arms, and the layout of dimensions has none @ $.gate.rule",
        ),
        (dimensions("[gate]\ntolerance = 1"), "6: 'tolerance' belongs to the rule comparative @ $.gate.tolerance"),
        (
            dimensions('[gate]\nnot_below = ["tone"]'),
            "6: 'not_below' belongs to the rule comparative @ $.gate.not_below",
        ),
        (f'arms = ["candidate"]\n{dimensions()}', "1: the layout of dimensions has no arms @ $.arms"),
        (arms("[gate]\nthreshold = 70"), "7: 'threshold' belongs to the rule threshold @ $.gate.threshold"),
        (
            arms("[gate]\ntolerance = 1"),
            "7: a tolerance is for the criteria that 'not_below' names, and there are none @ $.gate.tolerance",
        ),
        (
            arms('[gate]\nnot_below = ["clarty"]'),
            "7: unknown criterion 'clarty', did you mean 'clarity'? @ $.gate.not_below[0]",
        ),
        (arms(scale='arms = ["candidate"]'), "2: the rule comparative needs the arm 'baseline' @ $.arms"),
        (
            arms('[gate]\nrule = "threshold"', scale='arms = ["baseline"]'),
            "2: the rule threshold needs the arm 'candidate' @ $.arms",
        ),
        (arms(scale='arms = ["baseline", "candidate", "baseline"]'), "2: an arm stands there twice @ $.arms"),
        (
            arms(criteria="[criteria]\nblocker = 1\n"),
            "4: a criterion can't be called 'blocker': the rows of arms have a key of that name @ $.criteria",
        ),
    ],
)
def test_what_a_rubric_may_not_say_is_told_with_its_line(text: str, problem: str) -> None:
    assert problems_of(text) == [problem]


def test_every_problem_is_told_in_the_order_of_the_lines() -> None:
    text = dimensions('[gate]\nrule = "comparative"\nnot_below = ["tune"]', criteria="[criteria]\nclarity = 0.4\n")

    assert [said.split(" ", 1)[0] for said in problems_of(text)] == ["2:", "5:", "6:"]


def test_a_rubric_made_in_python_has_names_that_differ() -> None:
    half = Criterion(name="a", weight=Decimal("0.5"))

    faults = rubric_faults(Rubric(layout=Layout.DIMENSIONS, criteria=(half, half)))

    assert [str(fault) for fault in faults] == ["several criteria are called 'a'"]


def test_arms_may_be_held_against_a_threshold() -> None:
    read = rubric(arms('[gate]\nrule = "threshold"\nthreshold = 69.99', scale='arms = ["candidate"]'))

    assert (read.threshold, read.conditions, read.arms) == (Decimal("69.99"), ("candidate",), (Arm.CANDIDATE,))
