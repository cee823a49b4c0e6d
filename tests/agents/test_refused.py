import pytest

from goldgate.agents.raised import agent_fault, code_of, message_of
from goldgate.agents.refused import NetworkRefused, behind


def wrapped(*, cause: bool) -> BaseException:
    try:
        try:
            raise NetworkRefused("example.org:443")
        except OSError as error:
            if cause:
                raise RuntimeError("Connection error.") from error
            raise RuntimeError("Connection error.")  # noqa: B904 - as libraries do
    except RuntimeError as error:
        return error


@pytest.mark.parametrize("cause", [True, False])
def test_a_refusal_is_told_also_where_a_library_wraps_it(cause: bool) -> None:  # noqa: FBT001 - a case of the test
    error = wrapped(cause=cause)
    told = (code_of(error), message_of(error))
    assert told == ("NETWORK_REFUSED", "no connection to example.org:443: the network guard refuses it")


def test_an_agent_that_ends_with_it_has_its_code() -> None:
    assert agent_fault(wrapped(cause=True)).error_code == "NETWORK_REFUSED"


def test_an_exception_that_hides_where_it_comes_from_stands_for_itself() -> None:
    error = RuntimeError("offline")
    error.__context__ = NetworkRefused("example.org:443")
    error.__suppress_context__ = True
    assert behind(error) is error


def test_a_chain_that_bites_its_own_tail_ends() -> None:
    error = RuntimeError("round")
    error.__context__ = error
    assert behind(error) is error
