import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldgate.errors import UsageError
from goldgate.suite.keywords import keyword_filter

CASE = ("files", "recent-files-list", "read-only")


@pytest.mark.parametrize(
    ("expression", "fits"),
    [
        ("recent", True),
        ("rec", True),
        ("READ", True),
        ("write", False),
        ("files", True),
        ("not write", True),
        ("not not recent", True),
        ("recent and read", True),
        ("recent and write", False),
        ("write or recent", True),
        ("write or delete", False),
        ("read and not (write or delete)", True),
        ("not recent or read", True),
        ("not (recent or read)", False),
        ("write and recent or read", True),
        ("write and (recent or read)", False),
        ("((recent))", True),
        ("and_more or recent", True),
    ],
)
def test_words_are_joined_as_pytest_joins_them(expression: str, fits: bool) -> None:  # noqa: FBT001 - the expectation
    assert keyword_filter(expression)(CASE) is fits


def test_a_word_does_not_reach_from_one_text_into_the_next() -> None:
    assert not keyword_filter("abcd")(("ab", "cd"))


def test_korean_words_are_found() -> None:
    assert keyword_filter("최근 and 목록")(("files", "최근-파일-목록"))


def test_a_word_typed_in_single_letters_finds_the_composed_one() -> None:
    """A terminal on macOS may hand over the decomposed spelling."""
    decomposed = "\u1112\u1161\u11ab"
    assert keyword_filter(decomposed)(("한글",))


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("", "-k '': expected a word, got the end at column 1"),
        ("  ", "-k '  ': expected a word, got the end at column 3"),
        ("a b", "-k 'a b': expected 'and', 'or' or the end, got 'b' at column 3"),
        ("a and", "-k 'a and': expected a word, got the end at column 6"),
        ("or a", "-k 'or a': expected a word, got 'or' at column 1"),
        ("(a", "-k '(a': expected ')', got the end at column 3"),
        ("a)", "-k 'a)': expected 'and', 'or' or the end, got ')' at column 2"),
        ("()", "-k '()': expected a word, got ')' at column 2"),
    ],
)
def test_a_bad_expression_is_refused_with_its_place(expression: str, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        keyword_filter(expression)
    assert str(caught.value) == message


def test_parentheses_nested_beyond_reason_are_refused() -> None:
    with pytest.raises(UsageError, match="at most 20 parentheses"):
        keyword_filter("(" * 5000 + "a" + ")" * 5000)


def test_many_nots_are_no_burden() -> None:
    assert keyword_filter("not " * 5000 + "recent")(CASE)


words = st.sampled_from(["recent", "write", "read", "nothing"])
expressions = st.recursive(
    words,
    lambda inner: st.one_of(
        inner.map("not ({})".format),
        st.tuples(inner, inner).map("({0[0]}) and ({0[1]})".format),
        st.tuples(inner, inner).map("({0[0]}) or {0[1]}".format),
    ),
    max_leaves=6,
)


@given(expressions)
def test_an_expression_says_what_python_says_of_it(expression: str) -> None:
    truth = {word: any(word in text for text in CASE) for word in ("recent", "write", "read", "nothing")}
    assert keyword_filter(expression)(CASE) is eval(expression, {}, truth)  # noqa: S307 - made of four words above


@given(st.text(alphabet="ab ()andort", max_size=30))
def test_any_text_is_understood_or_refused(expression: str) -> None:
    try:
        fits = keyword_filter(expression)
    except UsageError:
        return
    assert fits(CASE) in (True, False)
