import unicodedata

from goldgate.model.case_key import case_name, composed, names_of


def test_a_case_is_named_as_the_command_line_takes_it() -> None:
    assert case_name("files", "search-by-name") == "files::search-by-name"


def test_two_spellings_of_a_korean_word_are_one_name() -> None:
    assert composed(unicodedata.normalize("NFD", "최근")) == unicodedata.normalize("NFC", "최근")


def test_a_case_can_be_named_with_and_without_its_suite() -> None:
    assert names_of("files", unicodedata.normalize("NFD", "최근")) == ("최근", "files::최근")
