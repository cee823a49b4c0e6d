"""What the scripted models of all frameworks say: turns of calls, then the answer. The request names the script."""

from typing import Final, TypeAlias

Call: TypeAlias = tuple[str, str]
"""Tool and arguments, as the model writes them."""

SCRIPTS: Final[dict[str, tuple[list[Call], ...]]] = {
    "two parallel calls": ([("weather", '{"city": "Seoul"}'), ("weather", '{"city": "Busan"}')],),
    "a missing argument": ([("weather", "{}")],),
    "invalid JSON": ([("weather", '{"city": ')],),
    "an unknown tool": ([("weather", '{"city": "Seoul"}'), ("book_hotel", '{"city": "Seoul"}')],),
    "a tool that raises": ([("weather", '{"city": "Seoul"}'), ("pay", '{"amount": 3}')],),
    "one call after the other": ([("weather", '{"city": "Seoul"}')], [("pay_later", '{"amount": 3}')]),
    "no call": (),
}
ANSWER: Final = "that is all"


class Declined(Exception):
    """What the tool `pay` raises."""

    code = "DECLINED"


def turn(request: str, number: int) -> list[Call] | None:
    """The calls of the assistant's turn with this number, from 0; None for the answer, and for the rest."""
    turns = SCRIPTS[request]
    return turns[number] if number < len(turns) else None


def weather(city: str) -> dict[str, object]:
    """The weather in a city.

    Args:
        city: the name of the city
    """
    return {"city": city, "celsius": 3}


def pay(amount: int) -> str:
    """Pay now.

    Args:
        amount: how much
    """
    raise Declined(f"{amount} is too much")


def pay_later(amount: int) -> str:
    """Pay some day.

    Args:
        amount: how much
    """
    return f"{amount} to pay"
