"""How does JSON become attrs classes without a guess? Key by key; and where one is wrong, cattrs says all that is.

A reader takes a JSON value and gives a value of the model, or raises Misfit with every fault.
Nothing is coerced: True is no int, 3 is no text, null is nothing but null.
"""

import datetime as dt
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from enum import StrEnum
from functools import cached_property
from types import ModuleType
from typing import Any, Generic, TypeAlias, TypeVar

import attrs

from goldgate.differ.nearest import unknown
from goldgate.formats.text import TextFault, described, member
from goldgate.model.frozen import frozen
from goldgate.model.value import Json

T = TypeVar("T")
W = TypeVar("W", bound=StrEnum)
_LARGEST_BITS = 63
"""Of a whole number that counts something; others, which TOML has in any length, are a slip."""
Read: TypeAlias = Callable[[Any], T]
Check: TypeAlias = Callable[[T], Iterator[TextFault]]
"""What does not hold between the keys of an object, told with pointers relative to it (`.since`)."""


class Misfit(ValueError):
    """A value that the format does not allow; the pointers of its faults are relative to the value."""

    def __init__(self, *faults: TextFault | str) -> None:
        """Take faults, or plain messages about the value itself."""
        self.faults = tuple(_fault(fault) for fault in faults)
        super().__init__("; ".join(map(str, self.faults)))

    def at(self, place: str) -> Iterator[TextFault]:
        """The faults as seen from further out, where the value stands at `place`."""
        for fault in self.faults:
            yield attrs.evolve(fault, pointer=place + (fault.pointer or ""))


def _fault(fault: TextFault | str) -> TextFault:
    return fault if isinstance(fault, TextFault) else TextFault(message=fault)


@frozen
class Form(Generic[T]):
    """How an object is read into a class: a reader for each key, and what must hold between the keys.

    `fields` maps keys to the fields of the class, where their names differ.
    """

    cls: type[T]
    keys: Mapping[str, Read[Any]]
    fields: Mapping[str, str] = attrs.field(factory=dict, kw_only=True)
    check: Check[T] | None = attrs.field(default=None, kw_only=True)

    def __call__(self, value: object, **known: object) -> T:
        """Read one object; `known` are fields that it does not give. Raises Misfit with every fault."""
        if type(value) is not dict:
            raise Misfit(f"expected an object, got {described(value)}")
        readers = self._readers
        try:
            given = {readers[key][0]: readers[key][1](item) for key, item in value.items()}
        except (Misfit, KeyError):
            raise Misfit(*self._faults(value)) from None
        if not given.keys() >= self._required:
            raise Misfit(*self._faults(value))
        built = self.cls(**given, **known)
        if self.check is not None and (faults := list(self.check(built))):
            raise Misfit(*faults)
        return built

    @cached_property
    def _readers(self) -> Mapping[str, tuple[str, Read[Any]]]:
        """Key → field and reader."""
        return {key: (self.fields.get(key, key), read) for key, read in self.keys.items()}

    @cached_property
    def _required(self) -> frozenset[str]:
        """The fields without a default."""
        return frozenset(field.name for field in self._attributes if field.default is attrs.NOTHING)

    @property
    def _attributes(self) -> tuple["attrs.Attribute[Any]", ...]:
        return attrs.fields(self.cls)  # type: ignore[arg-type, no-any-return]  # all classes here are attrs classes

    def _faults(self, value: dict[str, Json]) -> Iterator[TextFault]:
        """Say what is wrong with an object that was refused."""
        try:
            self._thorough(value, self.cls)
        except _cattrs().ClassValidationError as error:
            for cause in error.exceptions:
                yield from self._told(cause)

    def _told(self, cause: Exception) -> Iterator[TextFault]:
        match cause:
            case Misfit():
                (note,) = cause.__notes__
                yield from cause.at(member("", self._key_of(note.name)))  # type: ignore[attr-defined]  # a note of cattrs
            case KeyError(args=(str(key),)):
                yield TextFault(message=f"required key {key!r} is missing")
            case _ if isinstance(cause, _cattrs().ForbiddenExtraKeysError):
                for key in sorted(cause.extra_fields):
                    yield TextFault(message=unknown("key", key, self.keys), key=key)

    @cached_property
    def _thorough(self) -> Callable[[Any, Any], T]:
        cattrs = _cattrs()
        overrides: dict[str, Any] = {}
        for field in self._attributes:
            key = self._key_of(field.name)
            read = self.keys.get(key)
            overrides[field.name] = cattrs.gen.override(omit=read is None, rename=key, struct_hook=read and _hook(read))
        converter = cattrs.Converter(detailed_validation=True, forbid_extra_keys=True)
        structure: Callable[[Any, Any], T] = cattrs.gen.make_dict_structure_fn(self.cls, converter, **overrides)
        return structure

    def _key_of(self, field: str) -> str:
        return next((key for key, named in self.fields.items() if named == field), field)


def _cattrs() -> ModuleType:
    """The door to cattrs, which takes a tenth of the start of a command: it opens when something is wrong."""
    import cattrs.gen  # noqa: PLC0415 - only then

    return cattrs


def _hook(read: Read[T]) -> Callable[[Any, Any], T]:
    """A reader in the shape that cattrs calls."""
    return lambda value, _: read(value)


def one_schema(known: int) -> Read[int]:
    """The number of the one schema that is known."""

    def read(value: object) -> int:
        if type(value) is not int or value != known:
            raise Misfit(f"expected schema {known}, got {described(value)}")
        return value

    return read


def within(key: str, read: Read[T], holder: Mapping[str, Any]) -> T:
    """What stands under a key of an object that is read by hand, null where nothing does; faults have their place."""
    try:
        return read(holder.get(key))
    except Misfit as misfit:
        raise Misfit(*misfit.at(member("", key))) from None


def anything(value: T) -> T:
    """Any JSON, as it is."""
    return value


def text(value: object) -> str:
    """A text, also an empty one."""
    if type(value) is not str:
        raise Misfit(f"expected a text, got {described(value)}")
    return value


def words(value: object) -> str:
    """A text that says something: not empty, not blank."""
    said = text(value)
    if not said.strip():
        raise Misfit(f"expected a text that says something, got {described(said)}")
    return said


def flag(value: object) -> bool:
    """True or false."""
    if type(value) is not bool:
        raise Misfit(f"expected true or false, got {described(value)}")
    return value


def whole_from(least: int) -> Read[int]:
    """An int that is not below `least`."""

    def read(value: object) -> int:
        if type(value) is not int:
            raise Misfit(f"expected int, got {described(value)}")
        if value < least or value.bit_length() > _LARGEST_BITS:
            raise Misfit(f"expected int from {least} on, got {described(value)}")
        return value

    return read


def number_from(least: float, *, exclusive: bool = False) -> Read[float]:
    """A finite number that is not below `least`, or that is above it."""
    called = f"a number above {least:g}" if exclusive else f"a number from {least:g} on"

    def read(value: object) -> float:
        if isinstance(value, int | float) and not isinstance(value, bool):
            within = value > least if exclusive else value >= least
            if within and value <= sys.float_info.max:
                return value
        raise Misfit(f"expected {called}, got {described(value)}")

    return read


def number_between(low: float, high: float) -> Read[float]:
    """A number above the one, and below the other."""

    def read(value: object) -> float:
        if isinstance(value, int | float) and not isinstance(value, bool) and low < value < high:
            return value
        raise Misfit(f"expected a number above {low:g} and below {high:g}, got {described(value)}")

    return read


def word_of(words_: type[W]) -> Read[W]:
    """One of the words of a closed set."""
    members = {word.value: word for word in words_}

    def read(value: object) -> W:
        if type(value) is not str:
            raise Misfit(f"expected one of {', '.join(members)}, got {described(value)}")
        if value not in members:
            raise Misfit(unknown("word", value, members))
        return members[value]

    return read


def date(value: object) -> dt.date:
    """A day as `2027-03-01`; a date of TOML is taken too."""
    if type(value) is dt.date:
        return value
    if type(value) is str:
        with suppress(ValueError):
            day = dt.date.fromisoformat(value)
            if day.isoformat() == value:  # not `20270301`, not `2027-W09-1`
                return day
    raise Misfit(f"expected a date such as '2027-03-01', got {described(value)}")


def list_of(read: Read[T]) -> Read[tuple[T, ...]]:
    """A list, each item read by `read`; a tuple comes out."""

    def read_list(value: object) -> tuple[T, ...]:
        if type(value) is not list:
            raise Misfit(f"expected a list, got {described(value)}")
        try:
            return tuple([read(item) for item in value])
        except Misfit:
            raise Misfit(*_faults_inside(read, ((f"[{index}]", item) for index, item in enumerate(value)))) from None

    return read_list


def mapping_of(read: Read[T], *, name: Read[str] = text) -> Read[dict[str, T]]:
    """An object with free keys: each key read by `name`, each value by `read`."""

    def read_mapping(value: object) -> dict[str, T]:
        if type(value) is not dict:
            raise Misfit(f"expected an object, got {described(value)}")
        try:
            return {name(key): read(item) for key, item in value.items()}
        except Misfit:
            keys = _faults_inside(name, ((member("", key), key) for key in value))
            raise Misfit(
                *keys, *_faults_inside(read, ((member("", key), item) for key, item in value.items()))
            ) from None

    return read_mapping


def _faults_inside(read: Read[Any], places: Iterator[tuple[str, Any]]) -> Iterator[TextFault]:
    """Every fault of every item, where reading all at once stopped at the first."""
    for place, item in places:
        try:
            read(item)
        except Misfit as misfit:
            yield from misfit.at(place)
