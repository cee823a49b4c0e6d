"""What do the files of a skill say? The name in its SKILL.md, and its `evals/evals.json`, which others define.

Keys that goldgate does not know are no errors, since other tools have some of their own; they are told.
"""

from collections.abc import Iterator
from typing import Final, TypeVar

import attrs

from goldgate.formats.converter import Form, Misfit, list_of, text, words
from goldgate.formats.document import read_document
from goldgate.formats.ids import folded, id_fault
from goldgate.formats.text import TextFault, described
from goldgate.formats.world_paths import path_fault
from goldgate.model.skill_evals import SkillEval, SkillEvals

T = TypeVar("T")

_FENCE: Final = "---"
_NAME: Final = "name:"
_HERE: Final = "./"


def front_name(skill: str) -> str | None:
    """The `name` in the front matter of a SKILL.md; None where there is none."""
    begin, *lines = skill.splitlines() or [""]
    if begin.strip() != _FENCE:
        return None
    for line in lines:
        if line.strip() == _FENCE:
            return None
        if line.startswith(_NAME):
            return line.removeprefix(_NAME).partition(" #")[0].strip().strip("\"'") or None
    return None


def read_skill_evals(data: bytes, *, file: str) -> SkillEvals:
    """Read an `evals.json`. Raises BadFile with every fault."""
    return read_document(data, file=file, read=_read)


def _read(document: object) -> SkillEvals:
    strangers: set[str] = set()

    def known(value: object, form: Form[T]) -> T:
        """Read an object by its known keys; the others are noted."""
        if not isinstance(value, dict):
            return form(value)
        strangers.update(value.keys() - form.keys.keys())
        return form({key: item for key, item in value.items() if key in form.keys})

    evals = list_of(lambda value: known(_renamed(value), _EVAL))
    found = known(document, Form(SkillEvals, {"skill_name": words, "evals": evals}, check=_faults))
    return attrs.evolve(found, strangers=tuple(sorted(strangers)))


def _renamed(value: object) -> object:
    """The eval with `expectations`, which others call `assertions`."""
    if not isinstance(value, dict) or "assertions" not in value or "expectations" in value:
        return value
    return {"expectations" if key == "assertions" else key: item for key, item in value.items()}


def _id(value: object) -> int | str:
    if type(value) is int and value >= 0:
        return value
    if not isinstance(value, str):
        raise Misfit(f"expected an int from 0 on, or a text, got {described(value)}")
    if fault := id_fault(value):
        raise Misfit(fault)
    return value


def _path(value: object) -> str:
    path = text(value).removeprefix(_HERE)
    if fault := path_fault(path):
        raise Misfit(fault)
    return path


def _sentence(value: object) -> str:
    """A text, or as some tools write it an object with a `text`."""
    return words(value["text"] if isinstance(value, dict) and "text" in value else value)


_EVAL: Final = Form(
    SkillEval,
    {
        "id": _id,
        "prompt": words,
        "expected_output": lambda value: text(value).strip() or None,
        "files": list_of(_path),
        "expectations": list_of(_sentence),
    },
)


def _faults(read: SkillEvals) -> Iterator[TextFault]:
    if not read.evals:
        yield TextFault(message="expected at least one eval", pointer=".evals")
    seen: dict[str, int] = {}
    for index, one in enumerate(read.evals):
        if (first := seen.setdefault(folded(one.case_id), index)) != index:
            yield TextFault(message=f"id {one.id!r} is that of evals[{first}] already", pointer=f".evals[{index}].id")
