"""What does a text say of the configuration to measure? `none`, `root`, `final`, `git:REV` or `dir:PATH`."""

from collections.abc import Mapping
from typing import Final

from goldgate.differ.nearest import unknown
from goldgate.errors import UsageError
from goldgate.formats.converter import Form, Misfit, flag, mapping_of, words
from goldgate.formats.ids import id_fault
from goldgate.formats.text import TextFault, described, member
from goldgate.model.plan import DEFAULT_VARIANT
from goldgate.model.variant import VALUED, Selector, SelectorKind, Variant, VariantSettings

FORMS: Final = "none, root, final, git:REV or dir:PATH"
_BARE: Final[Mapping[str, SelectorKind]] = {kind.value: kind for kind in SelectorKind if kind not in VALUED}


def read_selector(value: object) -> Selector:
    """The selector of a text. Raises Misfit for anything else."""
    text = words(value)
    kind, mark, rest = text.partition(":")
    if text in _BARE:
        return Selector(kind=_BARE[text])
    if mark and rest.strip() and kind in VALUED and rest.isprintable():
        return Selector(kind=SelectorKind(kind), value=rest)
    raise Misfit(f"expected {FORMS}, got {described(text)}")


def is_selector(text: str) -> bool:
    """Whether a text is a selector."""
    try:
        read_selector(text)
    except Misfit:
        return False
    return True


_TABLE: Final = Form(VariantSettings, {"selector": read_selector, "sampled": flag})


def _one(value: object) -> VariantSettings:
    """What one name stands for: a selector, or a table that says more."""
    return _TABLE(value) if isinstance(value, dict) else VariantSettings(selector=read_selector(value))


_named: Final = mapping_of(_one, name=words)


def read_variants(value: object) -> dict[str, VariantSettings]:
    """Name → what it stands for. Raises Misfit, also for a name that would hide a selector of another meaning."""
    variants = _named(value)
    faults = [(name, fault) for name, one in variants.items() if (fault := _name_fault(name, one.selector))]
    if faults:
        raise Misfit(*(TextFault(message=fault, pointer=member("", name)) for name, fault in faults))
    return variants


def _name_fault(name: str, selector: Selector) -> str | None:
    if fault := id_fault(name):
        return fault.replace("an id", "the name of a variant", 1)
    if is_selector(name) and name != str(selector):
        return f"{name!r} is a selector of its own; give this variant another name"
    return None


def variant_named(text: str, known: Mapping[str, VariantSettings]) -> Variant:
    """The variant of that name, the agent as the settings have it (`default`), or the one that a selector picks.

    Raises UsageError for what is none of them.
    """
    if text in known:
        return Variant(name=text, selector=known[text].selector)
    if text == DEFAULT_VARIANT:
        return Variant()
    if is_selector(text):
        return Variant(name=text, selector=read_selector(text))
    names = [*known, DEFAULT_VARIANT, *_BARE]
    raise UsageError(f"{unknown('variant', text, names)}; a selector is {FORMS}")
