"""What is the user told in the end? Sentences in the language of the request."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from goldgate import Step

Said: TypeAlias = tuple[str, str]
"""English, Korean."""

LOOKUPS: Final = frozenset({"file_list", "file_search"})

WHAT: Final[Said] = ("Which file, and what shall I do with it?", "어떤 파일로 무엇을 할까요?")
NOTHING: Final[Said] = ("Nothing fits {}.", "{}에 맞는 파일이 없습니다.")
ALL: Final[Said] = ("your question", "요청")
DONE: Final[Mapping[str, Said]] = {
    "file_write": ("Wrote {}.", "{} 파일을 썼습니다."),
    "file_move": ("Moved to {}.", "{}(으)로 옮겼습니다."),
    "file_delete": ("Deleted {}.", "{} 파일을 지웠습니다."),
    "remember": ("I will look in {}.", "{}에서 찾겠습니다."),
    "remind": ("I will remind you on {}.", "{}에 알려 드리겠습니다."),
}
FAILED: Final[Mapping[str, Said]] = {
    "NOT_FOUND": ("There is no {}.", "{} 파일이 없습니다."),
    "IS_FOLDER": ("{} is a folder.", "{}은(는) 폴더입니다."),
    "NOT_FOLDER": ("{}: there is a file where a folder is needed.", "{}: 폴더가 필요한 곳에 파일이 있습니다."),
    "NOT_TEXT": ("{} holds no text.", "{}은(는) 텍스트가 아닙니다."),
    "EXISTS": ("{} is there already, nothing was changed.", "{} 파일이 이미 있어서 바꾸지 않았습니다."),
    "OUTSIDE_FOLDER": ("{} is outside of your folder.", "{}은(는) 폴더 밖에 있습니다."),
    "BAD_NAME": ("No file can have this name.", "파일 이름으로 쓸 수 없습니다."),
    "AMBIGUOUS": ("Which of them do you mean?", "어느 파일인가요?"),
    "READ_ONLY_PHASE": ("{}: rehearsed only, this is the read-only phase.", "{}: 읽기 전용 단계라서 연습만 했습니다."),
    "SENSITIVE_FILE": ("{} stays closed in the read-only phase.", "{}은(는) 읽기 전용 단계에서 열지 않습니다."),
}


def answer(outcomes: Sequence[Step], *, korean: bool) -> str:
    """The answer to a request, given a step for all that was done for it."""
    told = [_sentence(step, korean=korean) for step, *beside in _neighbours(outcomes) if not _is_passing(step, *beside)]
    return "\n\n".join(told) if told else WHAT[korean]


def _neighbours(outcomes: Sequence[Step]) -> Iterator[tuple[Step, Step | None, Step | None]]:
    """Each step with the one before it and the one after it."""
    return zip(outcomes, (None, *outcomes), (*outcomes[1:], None), strict=False)


def _is_passing(step: Step, before: Step | None, after: Step | None) -> bool:
    """Whether a step only led to another: something was not there and looked for, something was found and used."""
    if step.name in LOOKUPS:
        return after is not None and after.error_code is None
    retried = after is not None and after.name in LOOKUPS
    vain = before is not None and before.name in LOOKUPS and step.error_code == "NOT_FOUND"
    return step.error_code is not None and (retried or vain)


def _sentence(step: Step, *, korean: bool) -> str:
    tool, args = str(step.name), step.args if isinstance(step.args, dict) else {}
    if step.error_code is not None:
        named = " → ".join(str(args[name]) for name in ("path", "source", "target", "folder") if name in args)
        return FAILED.get(step.error_code, FAILED["NOT_FOUND"])[korean].format(named)
    found: Any = step.observation
    if tool in LOOKUPS:
        wanted = args.get("name") or args.get("text") or ALL[korean]
        return "\n".join(map(_line, found)) if found else NOTHING[korean].format(wanted)
    if tool not in DONE:
        return str(found)
    return DONE[tool][korean].format(found if isinstance(found, str) else ", ".join(found))


def _line(file: str | Mapping[str, str]) -> str:
    return file if isinstance(file, str) else f"{file['path']} ({file['modified']})"
