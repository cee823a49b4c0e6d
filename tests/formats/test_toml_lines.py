import pytest

from goldgate.formats.toml_lines import line_of

TEXT = """\
# agent = "commented"
agent = "m:agent"
gate.stale = "warn"
redactions = [
    {path = "/a"},
]

[known_failures]   # a comment
max_days = 3

[suites."a b"]
"agent" = "x"
'time.out' = 3
[suites.files]
[[suites.files.redactions]]
path = "/a"
[[suites.files.redactions]]
path = "/b"
[suites.broken."x]
suites."y = 3
"""


@pytest.mark.parametrize(
    ("pointer", "line"),
    [
        ("$.agent", 2),
        ("$.gate.stale", 3),
        ("$.redactions[0].path", 4),
        ("$.known_failures", 8),
        ("$.known_failures.max_days", 9),
        ('$.suites["a b"].agent', 12),
        ('$.suites["a b"]["time.out"]', 13),
        ("$.suites.files.timeout", 14),
        ("$.suites.files.redactions[0].path", 16),
        ("$.suites.files.redactions[1].path", 18),
        ("$.agents", None),
        ("$", None),
    ],
)
def test_a_key_stands_on_the_line_that_gives_it_or_what_is_around_it(pointer: str, line: int | None) -> None:
    assert line_of(pointer, TEXT) == line


def test_thousands_of_keys_are_found_in_one_reading() -> None:
    text = "".join(f"key-{number} = 1\n" for number in range(3000))
    assert [line_of(f'$["key-{number}"]', text) for number in range(3000)] == [*range(1, 3001)]
