"""How is a cassette read of which only a few exchanges may be asked for? In lines, each parsed when it is needed.

A cassette of thousands of exchanges goes to a worker with every trial: here nothing is parsed that nobody asks for.
"""

import json
from typing import Final

from goldgate.formats.bodies import body_fault
from goldgate.formats.cassette import exchange_of, header_line, read_cassette, read_exchange, write_exchange
from goldgate.formats.text import decode
from goldgate.model.cassette import Exchange

_START: Final = '{"key":"'
_END: Final = "}}"
_KEY: Final = slice(len(_START), len(_START) + 16)
_BEHIND_KEY: Final = slice(_KEY.stop, _KEY.stop + 2)


def exchange_lines(data: bytes, *, file: str) -> tuple[str, ...]:
    """The lines of a cassette behind its header, those without an exchange empty: the nth is line n + 2 of the file.

    A file in another spelling than goldgate's is validated as a whole. Raises BadFile with all that is wrong then;
    what is wrong inside an exchange of any other file, `load_exchange` says.
    """
    head, *lines = decode(data, file=file).rstrip("\n").split("\n")
    if head == header_line() and all(_is_spelled(line) or not line for line in lines):
        return tuple(lines)
    return tuple(map(write_exchange, read_cassette(data, file=file).exchanges))


def _is_spelled(line: str) -> bool:
    return line.startswith(_START) and line[_BEHIND_KEY] == '",' and line.endswith(_END)


def key_of(line: str) -> str:
    """The key of an exchange, read from the beginning of its line."""
    return line[_KEY]


def load_exchange(line: str) -> Exchange:
    """An exchange from its line, without looking for all that people can do to one. Raises BadFile for what is none."""
    try:
        exchange = exchange_of(json.loads(line))
        return exchange if _is_answer(exchange) else read_exchange(line)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return read_exchange(line)


def _is_answer(exchange: Exchange) -> bool:
    """Whether a client can be given this; bodies may be anything."""
    request, response = exchange.request, exchange.response
    texts = (request.method, request.url, *response.headers.values(), *(response.chunks or ()))
    one_body = response.chunks is None or response.body is None
    return (
        one_body
        and type(response.status) is int
        and all(isinstance(text, str) for text in texts)
        and body_fault(response) is None
    )
