"""What the page does in a real Chromium; the fixture `opened` also asserts that nothing is loaded or complained of."""

import re
from collections.abc import Callable
from decimal import Decimal
from typing import Any, Final

import attrs
import pytest
from playwright.sync_api import Page, expect

from goldgate.model.grading import Scored
from goldgate.model.history import PastRun
from goldgate.model.judgement import Verdict
from goldgate.model.rubric import Scale
from goldgate.model.trace import Step, Trace
from goldgate.reports.halves import Contest
from goldgate.reports.html.contents import MOST_PLAIN
from goldgate.reports.material import Material

Make = Callable[..., Any]
Opening = Callable[..., Page]

HOSTILE: Final = (
    "</script><img src=x onerror=alert(1)><svg onload=alert(2)> \u202eevil \u2028 <style>*{display:none}</style>"
)
RULES: Final = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
MANY: Final = 10_000
SCREENS: Final = [(1280, 900, "light"), (360, 740, "dark")]
"""Each width and each theme once; neither changes what the other does."""


@pytest.fixture
def mixed(material: Make, passing: Make, regressed: Make, known: Make) -> Material:
    """Two suites with tags: two regressions, a known failure, three that pass."""
    made: Material = material(
        passing("hello", tags=("chat",)),
        passing("find", tags=("files", "chat")),
        regressed("recent", tags=("files",), request="show me the recent files"),
        known("weather"),
        passing("hello", suite="desk", tags=("chat",)),
        regressed("fare", suite="desk", request="refund my fare"),
    )
    return made


def names(page: Page) -> list[str]:
    """The rows that are there, in order."""
    return page.locator("#list .row-name").all_inner_texts()


def test_the_worst_cases_come_first_and_what_stood_in_for_the_list_is_gone(opened: Opening, mixed: Material) -> None:
    page = opened(mixed)
    assert names(page) == [
        "files::recent",
        "desk::fare",
        "files::weather",
        "files::hello",
        "files::find",
        "desk::hello",
    ]
    expect(page.locator("#plain")).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).to_have_text("Gate closed")


def test_without_script_the_worse_cases_are_there_and_the_list_is_not(opened: Opening, mixed: Material) -> None:
    page = opened(mixed, java_script_enabled=False)
    expect(page.locator(".plain-list > li")).to_have_count(2)
    expect(page.get_by_text("expected call 1 file_search, got file_read").first).to_be_visible()
    expect(page.locator(".browser")).to_be_hidden()


@pytest.mark.parametrize(
    ("fill", "expected", "status"),
    [
        ({"text": "refund"}, ["desk::fare"], "1 of 6 cases"),
        ({"text": "RECENT show"}, ["files::recent"], "1 of 6 cases"),
        ({"suite": "desk"}, ["desk::fare", "desk::hello"], "2 of 6 cases"),
        ({"tag": "files"}, ["files::recent", "files::find"], "2 of 6 cases"),
        ({"tag": "chat", "suite": "files"}, ["files::hello", "files::find"], "2 of 6 cases"),
        ({"text": "nowhere"}, [], "0 of 6 cases"),
    ],
)
def test_filters_narrow_the_list_and_say_so(
    opened: Opening,
    mixed: Material,
    fill: dict[str, str],
    expected: list[str],
    status: str,
) -> None:
    page = opened(mixed)
    for name, value in fill.items():
        field = page.locator(f"#filter-{name}")
        field.fill(value) if name == "text" else field.select_option(value)
    expect(page.get_by_role("status")).to_have_text(status)
    assert names(page) == expected
    assert page.locator("#none").is_visible() == (not expected)


def test_a_class_is_a_filter_that_its_second_click_takes_away(opened: Opening, mixed: Material) -> None:
    page = opened(mixed)
    regressions = page.locator("[data-class=regression]")
    regressions.click()
    expect(regressions).to_have_attribute("aria-current", "true")
    assert names(page) == ["files::recent", "desk::fare"]
    regressions.click()
    expect(page.get_by_role("status")).to_have_text("6 cases")


def test_a_link_leads_to_filters_and_a_case(opened: Opening, mixed: Material) -> None:
    page = opened(mixed, at="#class=regression&text=fare&case=desk%3A%3Afare")
    assert names(page) == ["desk::fare"]
    expect(page.locator("#filter-text")).to_have_value("fare")
    expect(page.get_by_role("heading", name="desk::fare")).to_be_visible()
    expect(page.locator("#list a")).to_have_attribute("aria-current", "true")
    assert page.title().startswith("desk::fare · ")


def test_back_undoes_one_step_at_a_time(opened: Opening, mixed: Material) -> None:
    page = opened(mixed)
    page.locator("#filter-suite").select_option("desk")
    page.locator("#list a").first.click()
    expect(page.get_by_role("heading", name="desk::fare")).to_be_focused()
    page.go_back()
    expect(page.locator("#detail")).to_be_hidden()
    expect(page.get_by_role("status")).to_have_text("2 of 6 cases")
    page.go_back()
    expect(page.get_by_role("status")).to_have_text("6 cases")
    expect(page.locator("#filter-suite")).to_have_value("")


def test_typing_leaves_no_trail_of_letters(opened: Opening, mixed: Material) -> None:
    page = opened(mixed)
    before = page.evaluate("history.length")
    page.locator("#filter-text").press_sequentially("fare")
    assert (page.evaluate("history.length"), page.evaluate("location.hash")) == (before, "#text=fare")


def test_enter_in_the_search_field_sends_nothing_anywhere(opened: Opening, mixed: Material) -> None:
    page = opened(mixed)
    page.locator("#filter-text").fill("fare")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_have_text("1 of 6 cases")
    assert page.evaluate("location.hash") == "#text=fare"


def test_a_filter_that_closes_a_case_keeps_the_focus(opened: Opening, mixed: Material) -> None:
    page = opened(mixed, at="#case=desk%3A%3Afare")
    page.locator("[data-class=regression]").click()
    expect(page.locator("#detail")).to_be_hidden()
    expect(page.locator("[data-class=regression]")).to_be_focused()


def test_cases_that_changed_alike_are_a_link_away(opened: Opening, mixed: Material) -> None:
    page = opened(mixed, at="#case=desk%3A%3Afare")
    page.get_by_role("link", name="the same in 1 other case").click()
    expect(page.get_by_role("status")).to_have_text("2 of 6 cases")
    assert names(page) == ["files::recent", "desk::fare"]


def test_several_trials_say_how_many_passed_and_where_they_part(
    opened: Opening, material: Make, passing: Make, result: Make
) -> None:
    trials = (result("a"), result("a", trial=2, verdict=Verdict.FAIL, steps=(Step(name="other"),)))
    page = opened(material(passing("a", results=trials)), at="#case=files%3A%3Aa")
    expect(page.get_by_role("heading", name="Trials, 1 of 2 passed")).to_be_visible()
    page.get_by_text("trial 2: fail").click()
    expect(page.get_by_text("unlike trial 1; first difference: step 1 /tool")).to_be_visible()


def test_a_case_is_read_and_left_by_keys_alone(opened: Opening, mixed: Material) -> None:
    page = opened(mixed)
    page.keyboard.press("Tab")
    expect(page.locator("#skip")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#cases")).to_be_focused()
    page.locator("#list a").first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    expect(page.locator("#list a").nth(1)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="desk::fare")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#list a").nth(1)).to_be_focused()
    page.keyboard.press("End")
    expect(page.locator("#list a").last).to_be_focused()


def test_the_list_is_one_stop_of_the_tab_key(opened: Opening, mixed: Material) -> None:
    page = opened(mixed, at="#case=desk%3A%3Afare")
    page.locator("#filter-tag").focus()
    page.keyboard.press("Tab")
    expect(page.locator("#list a[aria-current]")).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="All cases")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(page.locator("#list a").first).to_be_focused()


def test_next_and_previous_go_through_what_was_found(opened: Opening, mixed: Material) -> None:
    page = opened(mixed, at="#suite=desk&case=desk%3A%3Afare")
    expect(page.get_by_role("link", name="Previous case")).to_have_count(0)
    page.get_by_role("link", name="Next case").click()
    expect(page.get_by_role("heading", name="desk::hello")).to_be_visible()
    page.get_by_role("link", name="All cases").click()
    expect(page.locator("#detail")).to_be_hidden()


def test_a_filter_beside_an_open_case_leaves_open_what_was_opened(opened: Opening, mixed: Material) -> None:
    page = opened(mixed, at="#case=files%3A%3Arecent")
    page.get_by_text("Why this class").click()
    page.locator("#filter-text").fill("recent")
    expect(page.locator(".case-nav .note")).to_have_text("1 of 1")
    expect(page.get_by_text("baseline verdict (B)")).to_be_visible()


def test_a_link_to_a_case_that_is_not_there_says_so(opened: Opening, mixed: Material) -> None:
    page = opened(mixed, at="#case=files%3A%3Agone")
    expect(page.get_by_role("heading", name="No such case")).to_be_visible()
    expect(page.get_by_text("This report has no case files::gone.")).to_be_visible()


def test_a_regression_shows_both_sides_the_fields_and_both_layers(opened: Opening, mixed: Material) -> None:
    page = opened(mixed, at="#case=files%3A%3Arecent")
    pair = page.locator(".pairs .pair").first
    expect(pair.locator(".pair-word")).to_have_text("changed")
    assert pair.locator(".side b").all_inner_texts() == ["file_search", "file_read"]
    expect(pair.locator(".changes li").filter(has_text="/tool")).to_have_text('/tool "file_search" → "file_read"')
    badge = page.get_by_role("region", name="masked success")
    assert badge.locator("dd").all_inner_texts() == ["✓success", "✕step 1 file_read failed with NOT_FOUND"]
    left, right = (pair.locator(".side").nth(number).bounding_box() for number in (0, 1))
    assert left
    assert right
    assert left["y"] == right["y"]


def test_on_a_narrow_screen_the_sides_stand_one_under_the_other(opened: Opening, mixed: Material) -> None:
    page = opened(mixed, at="#case=files%3A%3Arecent", width=360)
    sides = page.locator(".pairs .pair").first.locator(".side")
    upper, lower = (sides.nth(number).bounding_box() for number in (0, 1))
    assert upper
    assert lower
    assert upper["y"] + upper["height"] <= lower["y"]
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    expect(page.locator("#list")).to_be_hidden()


def test_a_known_failure_links_to_its_issue(opened: Opening, mixed: Material) -> None:
    page = opened(mixed, at="#case=files%3A%3Aweather")
    issue = page.get_by_role("link", name="https://example.org/issues/12")
    expect(issue).to_have_attribute("rel", "noreferrer noopener")
    expect(page.get_by_text("never expires")).to_be_visible()


def test_halves_stand_side_by_side_by_name(opened: Opening, material: Make, passing: Make, result: Make) -> None:
    halves = (
        result("a", variant="without", verdict=Verdict.FAIL, why="no call"),
        result("a", variant="with"),
        result("a", variant="with", trial=2, steps=(Step(name="other"),)),
    )
    pair = attrs.evolve(passing("a", results=halves), comparison=None, contest=Contest.WON)
    page = opened(material(pair), at="#case=files%3A%3Aa")
    assert page.locator(".half h4").all_inner_texts() == ["without failed", "with 2 of 2 passed"]
    assert page.locator(".half").evaluate_all("all => all.map(one => getComputedStyle(one).borderTopStyle)") == [
        "dashed",
        "solid",
    ]
    assert page.locator(".half").nth(1).locator("details.trial").count() == 2
    expect(page.locator(".classes")).to_have_text("✓1 won")
    expect(page.locator(".chart figcaption")).to_have_text("Trials passed, by variant")


def test_scores_are_bars_with_their_figures(opened: Opening, material: Make, passing: Make, result: Make) -> None:
    scores = Scored(
        rubric="tone", criteria={"clear": Decimal(80)}, weighted=Decimal(80), scale=Scale(), explanation="fine"
    )
    page = opened(material(passing("a", results=(result("a", scores=scores),))), at="#case=files%3A%3Aa")
    expect(page.locator(".scores .figure")).to_have_text("80")
    expect(page.locator(".scores .bar-full")).to_have_attribute("width", "80")
    expect(page.get_by_role("img", name="Scores. 80 to 90 %: 1")).to_be_visible()


def test_a_trend_says_in_words_what_it_draws(opened: Opening, material: Make, passing: Make) -> None:
    history = tuple(PastRun(run=f"r{rate}", pass_rate=rate, trials=4, known=1) for rate in (0.5, 0.75))
    page = opened(material(passing("a"), history=lambda: history))
    words = "Pass rate and known failures of the last runs. r0.5: 50.0%, 1 known; r0.75: 75.0%, 1 known"
    expect(page.get_by_role("img", name=words)).to_be_visible()


def test_hostile_text_is_inert_and_what_is_invisible_is_seen(
    opened: Opening,
    material: Make,
    regressed: Make,
    result: Make,
) -> None:
    trace = Trace(steps=(Step(name=HOSTILE, args={HOSTILE: HOSTILE}, observation=HOSTILE),), answer=HOSTILE)
    case = regressed("a", request=HOSTILE, tags=(HOSTILE,), results=(result("a", trace=trace, why=HOSTILE),))
    case = attrs.evolve(case, id=HOSTILE, comparison=attrs.evolve(case.comparison, reasons=(HOSTILE,)))
    page = opened(material(case, next_step=HOSTILE))
    page.locator("#list a").first.click()
    expect(page.locator("#detail h2")).to_contain_text("<img src=x onerror=alert(1)>")
    expect(page.locator("#detail h2")).to_contain_text("\\u202eevil \\u2028")
    assert page.locator("img, [onload], [onerror], body style").count() == 0
    assert "\u202e" not in page.locator("body").inner_text()


def test_of_ten_thousand_cases_only_those_on_the_screen_are_made(
    opened: Opening, material: Make, passing: Make
) -> None:
    page = opened(material(*(passing(f"case-{number:05}") for number in range(MANY))))
    expect(page.get_by_role("status")).to_have_text("10,000 cases")
    assert page.locator("#list li").count() < 60
    page.locator("#list a").first.focus()
    page.keyboard.press("End")
    expect(page.locator("#list a").last).to_be_focused()
    expect(page.locator("#list a:focus .row-name")).to_have_text("case-09999")
    assert page.locator("#list li").count() < 60
    assert page.locator("#list li").last.get_attribute("aria-posinset") == "10000"
    page.evaluate(f"window.scrollTo(0, document.querySelector('#list').offsetTop + {MANY // 2} * 56)")
    expect(page.get_by_text("case-05005")).to_be_visible()
    page.locator("#filter-text").fill("case-0777")
    expect(page.get_by_role("status")).to_have_text("10 of 10,000 cases")
    page.locator("#list a").nth(3).click()
    expect(page.get_by_role("heading", name="files::case-07773")).to_be_visible()
    expect(page.locator(".step b").first).to_have_text("file_search")


def test_a_list_beside_an_open_case_scrolls_on_its_own(opened: Opening, material: Make, passing: Make) -> None:
    cases = [passing(f"case-{number:03}") for number in range(300)]
    page = opened(material(*cases), at="#case=files%3A%3Acase-200")
    expect(page.locator("#list a[aria-current] .row-name")).to_be_in_viewport()
    page.locator("#list-pane").evaluate("pane => pane.scrollTo(0, 250 * 56)")
    expect(page.get_by_text("case-252")).to_be_visible()


def test_the_theme_follows_the_system_until_somebody_chooses(opened: Opening, mixed: Material) -> None:
    page = opened(mixed, color_scheme="dark")
    ground = "getComputedStyle(document.body).backgroundColor"
    dark = page.evaluate(ground)
    page.get_by_label("Theme").select_option("light")
    light = page.evaluate(ground)
    page.reload()
    assert dark != light
    assert page.evaluate(ground) == light
    expect(page.get_by_label("Theme")).to_have_value("light")


def test_on_paper_there_are_all_rows_and_no_controls(opened: Opening, material: Make, passing: Make) -> None:
    page = opened(material(*(passing(f"case-{number:03}") for number in range(120))))
    page.emulate_media(media="print")
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert page.locator("#list li").count() == 120
    expect(page.locator(".filters")).to_be_hidden()
    page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    page.emulate_media(media="screen")


@pytest.fixture
def everything(mixed: Material, material: Make, passing: Make, result: Make) -> Material:
    """The mixed run, with halves, scores and a trend beside it."""
    scores = Scored(rubric="tone", criteria={"clear": Decimal(80)}, weighted=Decimal(80), scale=Scale())
    halves = (
        result("pair", variant="without", verdict=Verdict.FAIL, why="no call", scores=scores),
        result("pair", variant="with", scores=scores),
        result("pair", variant="with", trial=2, trace=Trace(state={"open": 1})),
    )
    history = tuple(PastRun(run=f"r{rate}", pass_rate=rate, trials=4, known=1) for rate in (0.5, 0.75))
    made: Material = material(*mixed.cases(), passing("pair", results=halves), history=lambda: history)
    return made


@pytest.mark.parametrize("screen", SCREENS)
def test_axe_finds_nothing_to_complain_of(
    opened: Opening,
    everything: Material,
    axe: str,
    screen: tuple[int, int, str],
) -> None:
    width, height, scheme = screen
    page = opened(everything, width=width, height=height, color_scheme=scheme)
    page.evaluate(axe)
    for case in ("", "files::recent", "files::weather", "files::pair", "files::gone"):
        page.evaluate("name => { location.hash = new URLSearchParams({ case: name }); }", case)
        expect(page).to_have_title(re.compile(f"^{case}"))
        page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        found = page.evaluate(f"axe.run({{runOnly: {RULES}}})")
        assert [(one["id"], [node["html"] for node in one["nodes"]]) for one in found["violations"]] == []


def test_the_list_where_no_script_runs_says_what_it_leaves_out(
    opened: Opening, material: Make, regressed: Make
) -> None:
    cases = [regressed(f"{number:03}") for number in range(MOST_PLAIN + 5)]
    page = opened(material(*cases), java_script_enabled=False)
    expect(page.get_by_text("… and 5 more.")).to_be_visible()
