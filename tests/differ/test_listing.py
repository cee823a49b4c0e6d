from goldgate.differ.listing import listed


def test_a_short_list_is_whole_and_a_long_one_counts_its_rest() -> None:
    assert listed(("a", "b")) == "a, b"
    assert listed("abc", most=3) == "a, b, c"
    assert listed(tuple("abcdefg"), most=3) == "a, b, c and 4 more"
