import asyncio
import socket
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager

import pytest

from goldgate.agents.refused import NetworkRefused
from goldgate.runner.guards.network import Network

Holding = Callable[..., AbstractContextManager[None]]


@pytest.fixture
def port() -> Iterator[int]:
    """Where somebody listens on this machine."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def connect(host: str, port: int) -> None:
    socket.create_connection((host, port), timeout=1).close()


def refused(call: Callable[[], object]) -> str:
    with pytest.raises(NetworkRefused) as caught:
        call()
    return str(caught.value)


def test_a_name_is_not_resolved(holding: Holding) -> None:
    with holding(Network({})):
        message = refused(lambda: connect("example.org", 443))
    assert message == "no connection to example.org: the network guard refuses it"


@pytest.mark.parametrize("resolve", [socket.gethostbyname, socket.gethostbyaddr])
def test_a_name_is_not_resolved_in_any_other_way(resolve: Callable[[str], object], holding: Holding) -> None:
    with holding(Network({})):
        assert "example.org" in refused(lambda: resolve("example.org"))


def test_an_address_is_not_connected_to(holding: Holding) -> None:
    with holding(Network({})):
        message = refused(lambda: connect("192.0.2.1", 80))
    assert message == "no connection to 192.0.2.1:80: the network guard refuses it"


def test_nothing_is_sent_to_an_address(holding: Holding) -> None:
    with holding(Network({})), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        assert "192.0.2.1:53" in refused(lambda: sender.sendto(b"?", ("192.0.2.1", 53)))


def test_this_machine_is_refused_unless_it_is_allowed(holding: Holding, port: int) -> None:
    with holding(Network({})):
        assert f"127.0.0.1:{port}" in refused(lambda: connect("127.0.0.1", port))


@pytest.mark.parametrize("spelled", ["127.0.0.1:{port}", "localhost:{port}", "localhost:*"])
def test_an_address_that_the_suite_allows_is_reached(spelled: str, holding: Holding, port: int) -> None:
    with holding(Network({"s": [spelled.format(port=port)]})):
        connect("127.0.0.1", port)


def test_a_name_of_this_machine_that_the_suite_allows_is_resolved(holding: Holding, port: int) -> None:
    with holding(Network({"s": [f"localhost:{port}"]})):
        connect("localhost", port)


def test_what_one_suite_allows_is_refused_to_another(holding: Holding, port: int) -> None:
    with holding(Network({"other": ["localhost:*"]})):
        refused(lambda: connect("127.0.0.1", port))


def test_another_port_stays_refused(holding: Holding, port: int) -> None:
    with holding(Network({"s": ["localhost:1"]})):
        refused(lambda: connect("127.0.0.1", port))


def test_where_the_agent_is_elsewhere_nothing_is_refused(holding: Holding, port: int) -> None:
    with holding(Network({}, elsewhere={"s"})):
        connect("127.0.0.1", port)


def test_after_a_trial_nothing_is_refused(holding: Holding, port: int) -> None:
    with holding(Network({})):
        pass
    connect("127.0.0.1", port)


def test_asyncio_works(holding: Holding) -> None:
    async def waits() -> str:
        return await asyncio.to_thread(lambda: "done")

    with holding(Network({})):
        assert asyncio.run(waits()) == "done"


def test_asyncio_is_refused_too(holding: Holding) -> None:
    with holding(Network({})):
        assert "example.org" in refused(lambda: asyncio.run(asyncio.open_connection("example.org", 80)))


@pytest.mark.skipif(not hasattr(socket, "_fallback_socketpair"), reason="this Python names it otherwise")
def test_a_pair_of_sockets_of_its_own_is_connected_where_the_system_has_none(holding: Holding) -> None:
    with holding(Network({})):
        for end in socket._fallback_socketpair():  # type: ignore[attr-defined]  # noqa: SLF001 - asyncio calls it
            end.close()


@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="no such sockets here")
def test_a_socket_in_the_file_system_is_no_network(holding: Holding) -> None:
    with holding(Network({})), socket.socket(socket.AF_UNIX) as end, pytest.raises(FileNotFoundError):
        end.connect("/nowhere/at/all")
