from hypothesis import given, settings
from hypothesis import strategies as st

from goldgate.differ.canonical import spell
from goldgate.formats.text import loads
from goldgate.formats.view import read_view, write_view
from goldgate.model.case import Case, CaseView, Expectation


@given(st.from_type(Case))
@settings(max_examples=25)
def test_an_agent_gets_id_request_tags_and_world(case: Case) -> None:
    crossed = loads(spell(write_view(case)))
    assert isinstance(crossed, dict)
    assert read_view(crossed) == CaseView(id=case.id, request=case.request, tags=case.tags, world=case.world)


def test_an_agent_never_gets_expectations() -> None:
    case = Case(id="a", request="x", notes="secret", expect=Expectation(forbid=("secret",)))
    assert write_view(case) == {"id": "a", "request": "x"}
