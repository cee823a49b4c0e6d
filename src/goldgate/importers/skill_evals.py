"""What golden case does an eval of a skill make? Its prompt and files; a judge decides each of its expectations.

The expectations stand in a rubric of their own, so that neither the agent nor its skill holds them: a criterion for
each, scored 0 or 1, and the case passes when all of them hold.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from goldgate.differ.canonical import spell
from goldgate.formats.rubric import read_rubric
from goldgate.model.case import Case, Expectation, ExpectedRubric, World, WorldFile
from goldgate.model.frozen import frozen
from goldgate.model.skill_evals import SkillEval

_RULE: Final = "Each criterion is a sentence: 1 says that it holds for what came of the request, 0 that it does not."
_WHOLE: Final = "What is wanted as a whole: "
_SHOWS: Final = ("answer", "files", "steps")


@frozen(kw_only=True)
class ImportedEval:
    """A golden case, and the text of the rubric that it expects; of an eval that expects nothing both are None."""

    eval: SkillEval
    case: Case | None = None
    rubric: str | None = None


def imported(one: SkillEval, files: Mapping[str, bytes], *, rubric: str) -> ImportedEval:
    """The case of an eval; `files` are those that the agent finds, `rubric` is the path of its rubric.

    It always has a folder of its own, so that the agent does not work where the rubrics lie.
    Raises BadFile for expectations that no TOML can say.
    """
    sentences = one.expectations or tuple(filter(None, [one.expected_output]))
    if not sentences:
        return ImportedEval(eval=one)
    text = "\n".join(_lines(one, sentences)) + "\n"
    read_rubric(text, file=rubric)
    case = Case(
        id=one.case_id,
        request=one.prompt,
        world=World(files={path: WorldFile(content=content) for path, content in files.items()}),
        expect=Expectation(rubric=ExpectedRubric(name=rubric)),
    )
    return ImportedEval(eval=one, case=case, rubric=text)


def _lines(one: SkillEval, sentences: tuple[str, ...]) -> Iterator[str]:
    rules = [_RULE]
    if one.expectations and one.expected_output is not None:
        rules.append(_WHOLE + one.expected_output)
    yield 'layout = "dimensions"'
    yield "rules = ["
    yield from (f"    {spell(rule)}," for rule in rules)
    yield "]"
    yield f"shows = [{', '.join(map(spell, _SHOWS))}]"
    yield "scale = {min = 0, max = 1}"
    yield "gate = {threshold = 1}"
    for number, sentence in enumerate(sentences, 1):
        yield ""
        yield f"[criteria.expectation-{number}]"
        yield f"description = {spell(sentence)}"
