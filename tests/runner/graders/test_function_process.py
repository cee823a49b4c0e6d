from pathlib import Path

from goldgate.model.value import Json
from goldgate.runner.graders.function_process import called


def test_a_value_is_written_as_json(tmp_path: Path) -> None:
    assert called(lambda document: {"seen": document}, [1], root=str(tmp_path)) == {"text": '{"seen":[1]}'}


def test_a_coroutine_is_waited_for(tmp_path: Path) -> None:
    async def judge(_document: Json) -> str:
        return "said"

    assert called(judge, None, root=str(tmp_path)) == {"text": "said"}


def test_what_is_no_json_is_no_answer(tmp_path: Path) -> None:
    assert called(lambda _: object(), None, root=str(tmp_path))["fault"].startswith("the judge returned no JSON: ")
