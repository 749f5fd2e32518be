"""The page of a document: its links and settings, its chart and tables, and what runs in the background."""

import json
import re
from itertools import pairwise

import pytest

import sumspace
from browsing import take_picture
from clicking import (
    button,
    chosen,
    document_hash,
    hold_first_view,
    many_records,
    numbers,
    opened,
    order,
    reload,
    sentence,
    serving_files,
    status,
    wait_for_document,
    write_corpus,
)
from telling import DOCUMENT, check_numbers, check_share, example, space


@pytest.fixture(scope="module")
def address(browser, tmp_path_factory):  # noqa: ARG001 - no server is started where no browser can look at it
    with serving_files(write_corpus(tmp_path_factory.mktemp("files"), *many_records(), name="many.jsonl")) as address:
        yield address


@pytest.fixture
def page(browser, address):
    with opened(browser, address + document_hash("sample", DOCUMENT)) as page:
        wait_for_document(page)
        yield page


# What stays


def test_a_link_brings_the_extract_back_and_so_does_a_reload(browser, page):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_label("Measure").select_option("rouge-2")
    page.wait_for_url("**measure=rouge-2**")
    wait_for_document(page)
    for place in (9, 2, 5):
        sentence(page, place).click()
    before = numbers(page)
    button(page, "Copy link").click()
    page.get_by_role("status").filter(has_text="Link to this extract copied.").wait_for()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link.endswith("?measure=rouge-2&extract=9,2,5")
    assert order(page) == [9, 2, 5]
    with opened(browser, link) as other:
        wait_for_document(other)
        assert (chosen(other), numbers(other)) == ([2, 5, 9], before)
        check_numbers(other, measure="rouge-2")
    reload(page)
    wait_for_document(page)
    assert (chosen(page), numbers(page)) == ([2, 5, 9], before)


@pytest.mark.parametrize("extract", ["3,3,99999,x", "0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18"])
def test_a_link_that_asks_for_too_much_gives_what_there_is(browser, address, extract):
    with opened(browser, address + document_hash("sample", DOCUMENT, f"?extract={extract}")) as page:
        wait_for_document(page)
        kept = chosen(page)
        assert kept == list(range(kept[0], kept[-1] + 1))
        if len(kept) > 1:
            assert (
                status(page).inner_text()
                == f"The budget has room for the first {len(kept)} of the 19 chosen sentences."
            )


def test_settings_change_the_numbers_and_leave_the_extract(page):
    taken = []
    for place in (4, 0, 7, 1, 2, 3, 5, 6, 8, 9):
        if numbers(page)[0] != "107 of 107":
            taken.append(place)
            sentence(page, place).click()
    assert numbers(page)[0] == "107 of 107"
    settings = {}
    changes = {
        "Measure": ("measure", "rouge-2", "rouge-2"),
        "Score": ("score", "f1", "f1"),
        "Stem words": ("stem", "false", False),
        "Remove stop words": ("stopwords", "true", True),
    }
    seen = [numbers(page)]
    for label, (name, value, setting) in changes.items():
        page.get_by_label(label, exact=True).select_option(value)
        page.wait_for_url(f"**{name}={value}**")
        wait_for_document(page)
        settings[name] = setting
        assert chosen(page) == sorted(taken)
        check_numbers(page, **settings)
        seen.append(numbers(page))
    assert len({tuple(one) for one in seen}) == len(seen)
    assert page.locator(".ws-number > span").nth(1).inner_text() == "ROUGE-2 F1"
    page.go_back()
    page.wait_for_url(lambda url: "stopwords" not in url)
    wait_for_document(page)
    assert numbers(page) == seen[-2]


def test_a_smaller_budget_keeps_what_it_has_room_for(page):
    for place in (4, 0, 7):
        sentence(page, place).click()
    page.get_by_label("Extracts", exact=True).select_option("exactly")
    page.wait_for_url("**budget=exactly(3)**")
    wait_for_document(page)
    assert numbers(page)[0] == "3 of 3"
    check_numbers(page, budget="exactly(3)")
    size = page.get_by_label("Size of the budget (N)")
    size.fill("2")
    size.press("Enter")
    page.wait_for_url("**budget=exactly(2)**")
    wait_for_document(page)
    assert chosen(page) == [0, 4]
    assert status(page).inner_text() == "The budget has room for the first 2 of the 3 chosen sentences."
    assert numbers(page)[0] == "2 of 2"


def test_a_budget_with_slack_has_a_control_too(page):
    kind, size = page.get_by_label("Extracts", exact=True), page.get_by_label("Size of the budget (N)")
    kind.select_option("within")
    page.wait_for_url("**budget=within(100,+5)**")
    wait_for_document(page)
    size.fill("40")
    size.press("Enter")
    page.wait_for_url("**budget=within(40,+5)**")
    reload(page)
    wait_for_document(page)
    assert (kind.input_value(), size.input_value(), numbers(page)[0]) == ("within", "40", "0 of 45")
    button(page, "An oracle").click()
    check_numbers(page, budget="within(40, 5)")


def test_a_size_that_is_the_same_changes_nothing(page):
    page.get_by_label("Extracts", exact=True).select_option("exactly")
    wait_for_document(page)
    size = page.get_by_label("Size of the budget (N)")
    for written in ("03", "2.9", "0"):
        size.fill(written)
        size.press("Tab")
        assert size.input_value() == "3"
        assert page.locator(".document:not(.stale)").count()
    assert page.url.endswith("budget=exactly(3)")


def test_a_budget_of_the_address_can_be_chosen_again(browser, address):
    with opened(browser, address + document_hash("sample", DOCUMENT, "?budget=within(40,+3)")) as page:
        wait_for_document(page)
        extracts = page.get_by_label("Extracts", exact=True)
        for choice in ("references", "other"):
            extracts.select_option(choice)
            wait_for_document(page)
        check_used = re.fullmatch(r"0 of 43", numbers(page)[0])
        assert check_used


def test_an_extract_of_a_link_outlives_settings_that_change_before_it_is_shown(browser, address):
    with opened(browser, "about:blank") as page:
        hold_first_view(page)
        page.goto(address + document_hash("sample", DOCUMENT, "?extract=3,1"))
        page.get_by_label("Measure").select_option("rouge-2")
        wait_for_document(page)
        assert (chosen(page), order(page)) == ([1, 3], [3, 1])


# What is drawn and listed


def test_the_chart_marks_everybody_on_both_scales(page):
    own = example()
    names = {"lead", "textrank", "random", *own.systems}
    marks = page.locator(".ws-chart .mark title")
    for scale, shape in (("linear", "rect.bar"), ("nines (logarithmic)", "path.line")):
        switch = page.get_by_role("button", name=scale, exact=True)
        switch.click()
        assert switch.get_attribute("aria-pressed") == "true"
        assert page.locator(f".ws-chart {shape}").count()
        told = dict(text.split(": ") for text in marks.all_text_contents())
        assert set(told) == names | {f"human {r.id}" for r in own.references} | {"average extract", "oracle"}
        you = page.locator(".ws-chart .you")
        assert you.get_attribute("visibility") == "hidden"
        sentence(page, 3).click()
        assert you.get_attribute("visibility") == "visible"
        at = you.locator("path").get_attribute("transform")
        sentence(page, 8).click()
        assert you.locator("path").get_attribute("transform") != at
        take_picture(page, f"chart-{scale[:5]}")
        page.keyboard.press("x")
    boxes = page.locator(".ws-chart .mark:not(.you) text").evaluate_all(
        "all => all.map((t) => t.getBBox()).map((b) => [b.x, b.y, b.x + b.width, b.y + b.height])"
    )
    overlap = [
        (a, b) for i, a in enumerate(boxes) for b in boxes[:i]
        if a[0] < b[2] and b[0] < a[2] and a[1] + 2 < b[3] and b[1] + 2 < a[3]
    ]  # fmt: skip
    assert len(boxes) > 10
    assert overlap == []


@pytest.mark.parametrize("measure", ["rouge-1", "rouge-2"])
def test_bars_have_the_shares_of_all_extracts_and_no_gaps_that_these_do_not_have(browser, address, measure):
    distribution = space(measure=measure)[3].distribution
    with opened(browser, address + document_hash("sample", DOCUMENT, f"?measure={measure}")) as page:
        wait_for_document(page)
        bars = page.locator(".ws-chart .bar")
        titles = bars.locator("title").all_text_contents()
        boxes = bars.evaluate_all("all => all.map((bar) => [+bar.getAttribute('x'), +bar.getAttribute('width')])")
    ranges = []
    for title in titles:
        low, high, share = re.fullmatch(r"([\d.]+)(?: to ([\d.]+))?: (.*) of all extracts", title).groups()
        ranges.append((float(low) - 6e-4, float(high or low) + 6e-4))
        inside = (distribution.scores >= ranges[-1][0]) & (distribution.scores <= ranges[-1][1])
        check_share(share, distribution.shares[inside].sum())
    reached = distribution.scores[distribution.shares > 0]
    assert all(sum(low <= score <= high for low, high in ranges) == 1 for score in reached)
    assert len(bars_apart := [x - left - wide for (left, wide), (x, _) in pairwise(boxes)]) > 10
    assert bars_apart[: len(bars_apart) // 2] == pytest.approx([1] * (len(bars_apart) // 2), abs=0.01)


def test_the_logarithmic_scale_has_the_nines_of_every_score(page):
    explored = space()[3]
    reached = explored.distribution.scores[explored.distribution.shares > 0]
    page.get_by_role("button", name="nines (logarithmic)").click()
    path = page.locator(".ws-chart .line").get_attribute("d")
    left, bottom = map(float, re.match(r"M([\d.]+),([\d.]+)", path).groups())
    steps = [(float(y), float(x)) for y, x in re.findall(r"V([\d.]+)H([\d.]+)", path)]
    top, right = steps[-1]
    deepest = explored.rank(reached[-1]).nines
    # Up to a score, and no further, is its share that of the extracts that score at least as high.
    assert len(steps) == len(reached)
    assert [x for _, x in steps] == pytest.approx(list(left + (right - left) * reached / reached[-1]))
    nines = [explored.rank(score).nines for score in reached]
    assert [y for y, _ in steps] == pytest.approx([bottom - (bottom - top) * own / deepest for own in nines])


@pytest.mark.parametrize("measure", ["rouge-1", "rouge-2"])
def test_everybody_has_a_place_in_the_table_and_a_text_to_read(browser, address, measure):
    ranked = sumspace.rank(example(), measure=measure, words=60).table(each_summary=True).records
    with opened(browser, address + document_hash("sample", DOCUMENT, f"?measure={measure}&words=60")) as page:
        wait_for_document(page)
        table = page.get_by_role("region", name="Standings")
        headings = table.locator("thead th").all_inner_texts()[1:]
        rows = {
            row.locator("th").inner_text().removesuffix(" (mean of 100)"): row
            for row in table.locator("tbody tr").all()
        }
        cells = {
            name: dict(zip(headings, row.locator("td").all_inner_texts(), strict=False)) for name, row in rows.items()
        }
        # Of single words none stands across the end of a sentence.
        assert ("official" in headings) == (measure == "rouge-2")
        for row in ranked:
            own = cells[row["system"]]
            assert own["score"].removesuffix("*") == f"{row['score']:.3f}"
            assert own.get("official", own["score"]).removesuffix("*") == f"{row['official']:.3f}"
            check_share(own["scores higher than"], row["below"])
        scores = [float(own["score"].removesuffix("*")) for own in cells.values()]
        assert scores == sorted(scores, reverse=True)
        # Human summaries are judged by other references than extracts are.
        humans = [own for name, own in cells.items() if name.startswith("human ")]
        assert [(own["scores higher than"], own["nines"]) for own in humans] == [("–", "–")] * 3
        rows["lead"].get_by_role("button", name="show in the text: lead").click()
        assert numbers(page)[1] == cells["lead"]["score"].removesuffix("*")
        assert chosen(page)[0] == 0
        rows["lead"].get_by_role("button", name="read: lead").click()
        assert page.locator(".ws-summary p").first.inner_text() == example().sentences()[0]
        rows["random"].get_by_role("button", name="read: random").click()
        assert page.locator(".ws-summary h3").inner_text() == "random (one of 100)"


def test_the_numbers_can_be_saved(page):
    with page.expect_download() as saving:
        page.get_by_role("button", name="all scores as CSV").click()
    head, *lines = saving.value.path().read_bytes().decode().split("\r\n")
    assert (head, saving.value.suggested_filename) == ("score,extracts,share", f"{DOCUMENT}-rouge-1.csv")
    with page.expect_download() as saving:
        page.get_by_role("button", name="everything as JSON").click()
    payload = json.loads(saving.value.path().read_text(encoding="utf-8"))
    assert sum(int(line.split(",")[1]) for line in lines if line) == int(payload["distribution"]["extracts"])


# What takes long


def test_what_takes_long_shows_how_far_it_is_survives_a_reload_and_ends_when_told(browser, address):
    with opened(browser, f"{address}#/corpus/1", expected=(422,)) as page:
        line = page.locator(".waiting")
        line.filter(has_text=re.compile(r"documents: \d+ of 400")).wait_for()
        shared = "() => document.querySelector('.waiting progress').value"
        (job,) = running(page)
        page.wait_for_function(f"() => ({shared})() > 0")
        take_picture(page, "waiting")
        reload(page)
        line.filter(has_text=re.compile(r"documents: \d+ of 400")).wait_for()
        assert running(page) == [job]
        page.get_by_role("navigation", name="Main").get_by_role("link", name="Paste").click()
        page.get_by_role("heading", name="Paste a text").wait_for()
        assert running(page) == [job]
        page.go_back()
        line.get_by_role("button", name="Cancel").click()
        line.filter(has_text="Cancelled.").wait_for()
        assert running(page) == []
        assert page.get_by_role("cell", name="…", exact=True).count()
        line.get_by_role("button", name="Try again").click()
        line.get_by_role("button", name="Cancel").click()
        line.filter(has_text="Cancelled.").wait_for()


def test_what_was_cancelled_before_the_answer_came_is_not_shown(browser, address):
    with opened(browser, "about:blank") as page:
        release = hold_first_view(page)
        page.goto(address + document_hash("sample", DOCUMENT))
        line = page.locator(".waiting")
        line.get_by_role("button", name="Cancel").click()
        line.filter(has_text="Cancelling").wait_for()
        release()
        line.filter(has_text="Cancelled.").wait_for()
        assert not page.locator(".ws-panel").count()
        line.get_by_role("button", name="Try again").click()
        wait_for_document(page)


def test_an_answer_that_is_cut_off_is_told(browser, address):
    with opened(browser, "about:blank") as page:
        page.route("**/api/view", lambda route: route.fulfill(status=200, body='{"id": '))
        page.goto(address + document_hash("sample", DOCUMENT))
        page.get_by_role("alert").filter(has_text="The server's answer was cut off. Try again.").wait_for()


def test_who_cancels_while_the_page_asks_how_far_it_is_is_heard(browser, address):
    with opened(browser, f"{address}#/corpus/1", expected=(422,)) as page:
        line = page.locator(".waiting")
        line.filter(has_text=re.compile(r"documents: \d+ of 400")).wait_for()
        page.evaluate("""() => {
            const ask = window.fetch;
            window.fetch = (path, options) => {
                const answer = ask(path, options);
                if (options?.method === "GET") document.querySelector(".waiting button").click();
                return answer;
            };
        }""")
        line.filter(has_text="Cancelled.").wait_for()
        assert running(page) == []


def test_to_change_ones_mind_twice_cancels_nothing_that_is_wanted(browser, address):
    with opened(browser, f"{address}#/corpus/1", expected=(422,)) as page:
        line = page.locator(".waiting")
        line.filter(has_text=re.compile(r"documents: \d+ of 400")).wait_for()
        with page.expect_request(lambda request: request.method == "DELETE"):  # of the first; no other one follows
            for measure in ("rouge-2", "rouge-su4", "rouge-2"):
                page.get_by_label("Measure").select_option(measure)
        page.wait_for_timeout(4000)  # longer than the server waits before it says that it takes longer
        assert not line.locator(".error").text_content()
        line.filter(has_text=re.compile(r"documents: \d+ of 400|Waiting for other work")).wait_for()
        line.get_by_role("button", name="Cancel").click()
        line.filter(has_text="Cancelled.").wait_for()


def running(page):
    """List the tables that are made at the moment."""
    jobs = page.evaluate("fetch('/api/jobs').then((answer) => answer.json())")
    return [job["id"] for job in jobs if job["kind"] == "table" and job["state"] in ("waiting", "running")]
