import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldgate.errors import UsageError
from goldgate.formats.converter import Misfit
from goldgate.formats.selector import is_selector, read_selector, read_variants, variant_named
from goldgate.model.variant import Selector, SelectorKind, Variant, VariantSettings

V1 = Selector(kind=SelectorKind.GIT, value="v1")
OLD = VariantSettings(selector=V1)


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("none", SelectorKind.NONE, ""),
        ("root", SelectorKind.ROOT, ""),
        ("final", SelectorKind.FINAL, ""),
        ("git:v1.0", SelectorKind.GIT, "v1.0"),
        ("git:feature/a:b", SelectorKind.GIT, "feature/a:b"),
        ("dir:final", SelectorKind.DIR, "final"),
        ("dir:C:\\skills", SelectorKind.DIR, "C:\\skills"),
        ("dir:어댑터", SelectorKind.DIR, "어댑터"),
    ],
)
def test_a_selector_is_a_word_or_says_which_one(text: str, kind: SelectorKind, value: str) -> None:
    assert read_selector(text) == Selector(kind=kind, value=value)


@pytest.mark.parametrize("text", ["", " ", "git", "git:", "dir: ", "final:x", "Final", "v1", "git:a\nb", 3, None])
def test_everything_else_is_told_what_there_is(text: object) -> None:
    with pytest.raises(Misfit):
        read_selector(text)


def test_the_refusal_names_all_forms() -> None:
    with pytest.raises(Misfit, match=r"^expected none, root, final, git:REV or dir:PATH, got str 'v1'$"):
        read_selector("v1")


@given(st.sampled_from(SelectorKind), st.text(min_size=1).filter(str.strip).filter(str.isprintable))
def test_a_selector_is_written_as_it_is_read(kind: SelectorKind, value: str) -> None:
    selector = Selector(kind=kind, value=value if kind in {SelectorKind.GIT, SelectorKind.DIR} else "")
    assert read_selector(str(selector)) == selector


def test_variants_are_names_for_selectors() -> None:
    assert read_variants({"old": "git:v1", "final": "final"}) == {
        "old": OLD,
        "final": VariantSettings(selector=Selector(kind=SelectorKind.FINAL)),
    }


def test_a_variant_may_say_that_it_is_sampled() -> None:
    assert read_variants({"warm": {"selector": "git:v1", "sampled": True}, "cold": {"selector": "git:v1"}}) == {
        "warm": VariantSettings(selector=V1, sampled=True),
        "cold": OLD,
    }


@pytest.mark.parametrize(
    ("variant", "problem"),
    [
        ({"sampled": True}, "required key 'selector' is missing"),
        ({"selector": "none", "sample": True}, "unknown key 'sample', did you mean 'sampled'?"),
        ({"selector": "none", "sampled": 1}, "expected true or false, got int 1"),
        (3, "expected a text, got int 3"),
    ],
)
def test_what_a_variant_can_not_be_is_told(variant: object, problem: str) -> None:
    with pytest.raises(Misfit) as caught:
        read_variants({"warm": variant})
    assert [fault.message for fault in caught.value.faults] == [problem]


@pytest.mark.parametrize(
    ("variants", "problem"),
    [
        ({"final": "dir:final"}, "'final' is a selector of its own; give this variant another name"),
        ({"git:v1": "git:v2"}, "'git:v1' is a selector of its own; give this variant another name"),
        ({"a\tb": "none"}, "the name of a variant must not hold a control character, got U+0009"),
    ],
)
def test_a_name_must_not_hide_a_selector(variants: dict[str, str], problem: str) -> None:
    with pytest.raises(Misfit) as caught:
        read_variants(variants)
    assert [fault.message for fault in caught.value.faults] == [problem]


@pytest.mark.parametrize(
    ("text", "variant"),
    [
        ("old", Variant(name="old", selector=V1)),
        ("git:v1", Variant(name="git:v1", selector=V1)),
        ("none", Variant(name="none", selector=Selector(kind=SelectorKind.NONE))),
        ("default", Variant(name="default", selector=None)),
    ],
)
def test_a_variant_is_found_by_name_or_made_by_a_selector(text: str, variant: Variant) -> None:
    assert variant_named(text, {"old": OLD}) == variant


def test_the_settings_may_say_what_is_run_by_default() -> None:
    assert variant_named("default", {"default": OLD}) == Variant(name="default", selector=V1)


def test_an_unknown_variant_is_told_the_nearest() -> None:
    with pytest.raises(UsageError) as caught:
        variant_named("olt", {"old": OLD})
    assert str(caught.value) == (
        "unknown variant 'olt', did you mean 'old'?; a selector is none, root, final, git:REV or dir:PATH"
    )


def test_a_folder_of_a_selectors_name_is_no_selector_by_itself() -> None:
    assert (is_selector("final"), is_selector("skills/final")) == (True, False)
