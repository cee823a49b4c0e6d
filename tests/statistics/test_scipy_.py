import subprocess
import sys

WITHOUT_SCIPY = """
import sys
sys.modules["scipy"] = None
from goldgate.errors import UsageError
from goldgate.statistics.gate import statistical_gate
from goldgate.statistics.paired import Pairs, sign_test
from goldgate.statistics.scipy_ import Alternative
try:
    sign_test(Pairs(wins=1, ties=0, losses=0), alternative=Alternative.GREATER)
except UsageError as error:
    print(error.exit_code.value, error)
"""
WITH_SCIPY = """
import sys
import goldgate.statistics.difference, goldgate.statistics.gate, goldgate.statistics.power, goldgate.statistics.trend
print("scipy" in sys.modules, "numpy" in sys.modules)
"""


def said_by(script: str) -> str:
    return subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.strip()


def test_without_scipy_the_error_says_how_to_get_it() -> None:
    assert said_by(WITHOUT_SCIPY) == "2 this needs the package scipy: pip install 'goldgate[stats]'"


def test_scipy_is_loaded_at_the_first_question_and_not_before() -> None:
    assert said_by(WITH_SCIPY) == "False False"
