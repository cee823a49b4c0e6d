"""What `import goldgate` offers, and what it costs."""

import subprocess
import sys

import pytest

import goldgate


@pytest.mark.parametrize("name", goldgate.__all__)
def test_every_exported_name_is_there(name: str) -> None:
    assert getattr(goldgate, name) is not None


def test_the_list_of_names_and_the_table_of_their_homes_agree() -> None:
    assert {*goldgate._HOME_OF, "__version__"} == set(goldgate.__all__)  # noqa: SLF001 - the table is what is tested


def test_an_unknown_name_is_refused_as_by_any_module() -> None:
    with pytest.raises(AttributeError, match="module 'goldgate' has no attribute 'runn'"):
        goldgate.runn  # noqa: B018 - the access is what is tested


def test_names_can_be_listed() -> None:
    assert dir(goldgate) == sorted(goldgate.__all__)


def test_an_agent_that_records_its_tools_loads_nothing_heavy() -> None:
    script = "import goldgate, sys; goldgate.tool; goldgate.trace; print(*sys.modules)"

    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.split()

    assert {"cattrs", "click", "deepdiff", "jsonlines", "rich", "asyncio"} & set(loaded) == set()
