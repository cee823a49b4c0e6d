import re
from base64 import b64encode
from hashlib import sha256

from goldgate.errors import Problem
from goldgate.exit_codes import ExitCode
from goldgate.reports.html.refusal import html_refusal
from goldgate.reports.material import Refusal


def page(*messages: str) -> str:
    problems = tuple(Problem(code="GG012", message=message) for message in messages)
    return "".join(html_refusal(Refusal(exit_code=ExitCode.NO_JUDGEMENT, problems=problems)))


def test_a_refusal_says_its_exit_code_and_every_problem() -> None:
    found = page("no baseline", "bad file")
    assert '<h1 id="gate">No judgement</h1>\n<p class="figures">exit code 2</p>' in found
    assert re.findall("<li>(.*)</li>", found) == ["no baseline [GG012]", "bad file [GG012]"]


def test_a_problem_is_text_and_nothing_else() -> None:
    assert re.findall("<li>(.*)</li>", page("<b>\u202e&")) == ["&lt;b&gt;\\u202e&amp; [GG012]"]


def test_a_refusal_allows_itself_its_style_and_nothing_else() -> None:
    found = page("no baseline")
    style = re.search("<style>(.*?)</style>", found, re.DOTALL)
    assert style is not None
    digest = b64encode(sha256(style[1].encode()).digest()).decode()
    assert f"default-src 'none'; script-src 'none'; style-src 'sha256-{digest}'" in found
