"""How is a cassette written and read? A header, then an exchange a line, in the order in which they were recorded."""

from collections.abc import Iterator
from typing import Any, Final

from goldgate.differ.canonical import canonical, spell
from goldgate.errors import BadFile, NotJson, Problem
from goldgate.formats.bodies import body_fault
from goldgate.formats.shape import Shape, rule_fault, shape_faults
from goldgate.formats.text import MACHINE_DEPTH, MAX_DEPTH, TextFault, decode, described, member, too_deep
from goldgate.formats.upgrades import UPGRADES, climb
from goldgate.formats.written_lines import load_line, read_header, refuse
from goldgate.model.cassette import Cassette, Exchange, ExchangeKind, Request, Response
from goldgate.model.value import Json

SCHEMA: Final = len(UPGRADES["cassette"]) + 1
"""The schema number of the cassettes that this goldgate writes."""

_HEADER: Final = Shape(keys={"goldgate": ("cassette",), "schema": int})
_EXCHANGE: Final = Shape(
    keys={"key": str, "kind": tuple(ExchangeKind), "request": dict, "response": dict},
    required=("key", "request", "response"),
)
_REQUEST: Final = Shape(keys={"method": str, "url": str, "body": None}, required=("method", "url"))
_LEAST_STATUS: Final = 100
_MOST_STATUS: Final = 999
_RESPONSE: Final = Shape(keys={"status": int, "headers": dict, "body": None, "chunks": list}, required=("status",))


def write_cassette(cassette: Cassette) -> bytes:
    """A whole file. Raises NotJson for a body that is nested too deep to be read again."""
    lines = [header_line(), *map(write_exchange, cassette.exchanges)]
    for exchange, line in zip(cassette.exchanges, lines[1:], strict=True):
        if too_deep(line, MACHINE_DEPTH):
            url = exchange.request.url
            raise NotJson(f"a body sent to {url} is nested deeper than {MAX_DEPTH} levels and can't be recorded")
    return ("\n".join(lines) + "\n").encode()


def header_line() -> str:
    """The first line of a file."""
    return f'{{"goldgate":"cassette","schema":{SCHEMA}}}'


def write_exchange(exchange: Exchange) -> str:
    """One exchange as one line, without its end; keys inside bodies stay in the order in which they came."""
    fields = [f'"key":{canonical(exchange.key)}']
    if exchange.kind is not ExchangeKind.HTTP:
        fields.append(f'"kind":"{exchange.kind}"')
    fields.append(f'"request":{spell(_written_request(exchange.request))}')
    fields.append(f'"response":{spell(_written_response(exchange.response))}')
    return "{" + ",".join(fields) + "}"


def _written_request(request: Request) -> dict[str, Json]:
    written: dict[str, Json] = {"method": request.method, "url": request.url}
    if request.body is not None:
        written["body"] = request.body
    return written


def _written_response(response: Response) -> dict[str, Json]:
    written: dict[str, Json] = {"status": response.status}
    if response.headers:
        written["headers"] = {name: response.headers[name] for name in sorted(response.headers)}
    if response.chunks is not None:
        written["chunks"] = list(response.chunks)
    elif response.body is not None:
        written["body"] = response.body
    return written


def read_cassette(data: bytes, *, file: str) -> Cassette:
    """Read and validate a whole file. Raises BadFile with everything that is wrong in it."""
    text = decode(data, file=file)
    lines = ((number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip())
    _, steps = read_header(lines, _HEADER, kind="cassette", example=f", {header_line()}", file=file)
    exchanges: list[Exchange] = []
    problems: list[Problem] = []
    for number, line in lines:
        try:
            exchanges.append(_exchange_of(climb(load_line(line, file=file, number=number), steps), file, number))
        except BadFile as error:
            problems += error.problems
    if problems:
        raise BadFile(*problems)
    return Cassette(exchanges=tuple(exchanges))


def read_exchange(text: str) -> Exchange:
    """Read and validate one line. Raises BadFile with everything that is wrong in it."""
    return _exchange_of(load_line(text, file=None, number=None), None, None)


def _exchange_of(document: Any, file: str | None, number: int | None) -> Exchange:  # noqa: ANN401 - as `load_line`
    if faults := list(_faults(document)):
        refuse(*faults, file=file, number=number)
    exchange = exchange_of(document)
    if fault := body_fault(exchange.response):
        refuse(TextFault(message=fault, pointer="$.response"), file=file, number=number)
    return exchange


def exchange_of(document: dict[str, Any]) -> Exchange:
    """The exchange that the object of a whole line is; what is none raises as it happens to."""
    response = document["response"]
    chunks = response.pop("chunks", None)
    return Exchange(
        kind=ExchangeKind(document.get("kind", ExchangeKind.HTTP)),
        key=document["key"],
        request=Request(**document["request"]),
        response=Response(chunks=None if chunks is None else tuple(chunks), **response),
    )


def _faults(document: Json) -> Iterator[TextFault]:
    yield from shape_faults(document, _EXCHANGE)
    if not isinstance(document, dict):
        return
    match document.get("request"):
        case dict(request):
            yield from shape_faults(request, _REQUEST, pointer="$.request")
    match document.get("response"):
        case dict(response):
            yield from _response_faults(response)


def _response_faults(response: dict[str, Json]) -> Iterator[TextFault]:
    yield from shape_faults(response, _RESPONSE, pointer="$.response")
    match response.get("status"):
        case int(status) if type(status) is int and not _LEAST_STATUS <= status <= _MOST_STATUS:
            wanted = f"expected a status from {_LEAST_STATUS} to {_MOST_STATUS}"
            yield TextFault(message=f"{wanted}, got {described(status)}", pointer="$.response.status")
    if "body" in response and "chunks" in response:
        yield TextFault(message="an answer has a body or chunks, not both", pointer="$.response")
    match response.get("headers"):
        case dict(headers):
            for name, value in headers.items():
                if message := rule_fault(value, str):
                    yield TextFault(message=message, pointer=member("$.response.headers", name))
    match response.get("chunks"):
        case list(chunks):
            for index, chunk in enumerate(chunks):
                if message := rule_fault(chunk, str):
                    yield TextFault(message=message, pointer=f"$.response.chunks[{index}]")
