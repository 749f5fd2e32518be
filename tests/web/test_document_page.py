"""The page of a document: an extract is clicked together, and all that is told of it is what the interface tells."""

import re

import pytest

import sumspace
from browsing import SIZES, take_picture
from clicking import (
    button,
    chosen,
    document_hash,
    numbers,
    opened,
    order,
    sentence,
    serving_files,
    status,
    wait_for_document,
    write_corpus,
)
from telling import DOCUMENT, check_numbers, example, space


@pytest.fixture(scope="module")
def address(browser, tmp_path_factory):  # noqa: ARG001 - no server is started where no browser can look at it
    with serving_files(write_corpus(tmp_path_factory.mktemp("files"))) as address:
        yield address


@pytest.fixture
def page(browser, address):
    with opened(browser, address + document_hash("sample", DOCUMENT)) as page:
        wait_for_document(page)
        yield page


@pytest.fixture
def cats(browser, address):
    """A document so small that all of it can be told in advance."""
    with opened(browser, address + document_hash("1", "cats", "?budget=at_most(12)&stem=false")) as page:
        wait_for_document(page)
        yield page


def lit(element):
    return element.locator(".lit").all_text_contents()


# What is clicked


def test_every_click_changes_the_numbers_and_they_are_those_of_the_interface(page):
    assert numbers(page)[1:4] == ["0.000", "–", "–"]
    seen = []
    for place in (4, 0, 7):
        sentence(page, place).click()
        check_numbers(page)
        seen.append(tuple(numbers(page)))
    assert len(set(seen)) == 3
    sentence(page, 0).click()
    assert chosen(page) == [4, 7]
    check_numbers(page)
    take_picture(page, "document-chosen")


def test_what_is_covered_is_underlined_in_the_text_and_in_the_references(cats):
    sentence(cats, 0).click()
    reference = cats.locator(".ws-reference")
    # Of two references, each has its own units; one "a" of the extract covers one of the first.
    assert [word.strip(".,") for word in lit(reference.nth(0))] == ["A", "cat", "on", "mat"]
    assert [word.strip(".,") for word in lit(reference.nth(1))] == ["The", "cat"]
    assert [word.strip(".,") for word in lit(sentence(cats, 0))] == ["A", "cat", "on", "the", "mat"]
    sentence(cats, 0).click()
    assert lit(cats.locator(".ws-document")) == []


def test_sentences_are_shaded_by_their_share_in_all_oracles(page):
    oracles = space()[-1]
    assert oracles.count > 1
    shades = page.locator("[data-sentence]").evaluate_all("all => all.map((o) => +o.style.getPropertyValue('--share'))")
    assert shades == pytest.approx(list(oracles.shares), abs=0.0006)
    some = next(place for place, share in enumerate(oracles.shares) if 0 < share < 1)
    share = f"in {100 * oracles.shares[some]:.0f} % of the oracles"
    assert sentence(page, some).locator(".ws-share").inner_text() == share
    colour = "all => all.map((o) => getComputedStyle(o).backgroundColor)"
    assert len(set(page.locator("[data-sentence]").evaluate_all(colour))) == len(set(shades))


def drag(page, start, end):
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=25)
    page.mouse.up()


def middle(page, number):
    box = sentence(page, number).bounding_box()
    return box["x"] + 200, box["y"] + box["height"] / 2


def test_a_drag_takes_all_sentences_on_its_way_and_another_gives_them_back(page):
    sentence(page, 6).scroll_into_view_if_needed()
    drag(page, middle(page, 2), middle(page, 4))
    assert chosen(page) == [2, 3, 4]
    page.mouse.move(*middle(page, 6))
    assert chosen(page) == [2, 3, 4]
    drag(page, middle(page, 4), middle(page, 3))
    assert chosen(page) == [2]
    for before in ([2, 3, 4], []):
        page.keyboard.press("u")
        assert chosen(page) == before
    assert button(page, "Undo").is_disabled()


def test_a_drag_that_comes_back_is_no_step(browser, address):
    with opened(browser, address + document_hash("1", "cats", "?budget=at_most(10)")) as page:
        wait_for_document(page)
        sentence(page, 0).click()
        sentence(page, 4).scroll_into_view_if_needed()
        page.mouse.move(*middle(page, 4))  # for which there is no room
        page.mouse.down()
        page.mouse.move(*middle(page, 3), steps=10)
        assert chosen(page) == [0, 3]
        page.mouse.move(*middle(page, 4), steps=10)
        page.mouse.up()
        assert chosen(page) == [0]
        button(page, "Undo").click()
        assert chosen(page) == []


def test_a_finger_chooses_and_one_that_moves_does_not(browser, address):
    with opened(browser, address + document_hash("sample", DOCUMENT), size="phone") as page:
        wait_for_document(page)
        for place in (1, 3, 1):
            sentence(page, place).tap()
        assert chosen(page) == [3]
        # Browsers that do not say what has clicked say it of what comes before.
        sentence(page, 5).evaluate("""(node) => {
          node.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, button: 0, pointerType: "touch" }));
          node.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
        }""")
        assert chosen(page) == [3, 5]
        sentence(page, 8).dispatch_event(
            "pointerdown", {"pointerType": "pen", "button": 0}
        )  # it may be about to scroll
        assert chosen(page) == [3, 5]
        sentence(page, 6).dispatch_event("pointerdown", {"pointerType": "touch", "button": 0})
        sentence(page, 7).dispatch_event("pointerover", {"pointerType": "touch"})
        assert chosen(page) == [3, 5]
        take_picture(page, "document-finger")


def test_the_keyboard_does_all_that_the_mouse_does(page):
    sentence(page, 0).focus()
    for key in ("ArrowDown", "ArrowDown", "ArrowUp", "Space"):
        page.keyboard.press(key)
    assert chosen(page) == [1]
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    last = page.locator("[data-sentence]").count() - 1
    assert chosen(page) == [1, last]
    assert page.evaluate("document.activeElement.dataset.sentence") == str(last)
    steps = {}
    for key in ("n", "s", "o"):
        page.keyboard.press(key)
        steps[key] = chosen(page)
    assert set(steps["n"]) > {1, last}
    assert len(steps["s"]) == len(steps["n"])
    assert numbers(page)[4] == "0.000"
    for key, wanted in (
        ("u", "s"), ("Control+z", "n"), ("r", "s"), ("Control+Shift+z", "o"), ("u", "s"), ("u", "n"),
    ):  # fmt: skip
        page.keyboard.press(key)
        assert chosen(page) == steps[wanted]
    page.keyboard.press("x")
    assert chosen(page) == []
    page.keyboard.press("Control+n")  # belongs to the browser
    assert chosen(page) == []


def test_keys_are_about_the_sentence_that_has_the_focus_however_it_came_there(page):
    sentence(page, 3).evaluate("(node) => node.focus()")
    page.keyboard.press("Space")
    assert chosen(page) == [3]
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert chosen(page) == [3, 4]


def test_what_is_not_whole_has_no_place_where_its_score_may_fall(browser, address):
    query = "?measure=rouge-2&score=f1&budget=exactly(10)&extract=0,2,7,26"
    with opened(browser, address + document_hash("sample", "newswire-2", query)) as page:
        wait_for_document(page)
        used, score, *place = numbers(page)
        assert (used, place) == ("4 of 10", ["–", "–", "–"])
        assert status(page).inner_text() == f"So far, the score is {score}. Your extract still needs 6 sentences."
        for number in (1, 3, 4, 5, 6, 8):
            assert numbers(page)[2] == "–"
            sentence(page, number).click()
        assert numbers(page)[0] == "10 of 10"
        assert "–" not in numbers(page)


def test_an_extract_that_nothing_completes_has_no_place(browser, address):
    """Two sentences have eight words, but none of them is the first one, with which all others have more."""
    query = "?budget=within(8,0)&stem=false"
    with opened(browser, address + document_hash("1", "cats", query)) as page:
        wait_for_document(page)
        sentence(page, 0).click()
        assert numbers(page)[0] == "6 of 8"
        assert numbers(page)[2:] == ["–", "–", "–"]
        assert status(page).inner_text().endswith("Your extract still needs 2 words.")
        page.keyboard.press("n")
        assert status(page).inner_text() == "None of the remaining sentences fits."


def test_shift_and_an_arrow_take_the_next_sentence(page):
    sentence(page, 2).click()
    for _ in range(2):
        page.keyboard.press("Shift+ArrowDown")
    assert chosen(page) == [2, 3, 4]
    page.keyboard.press("Shift+ArrowUp")
    assert chosen(page) == [2, 4]
    page.keyboard.press("u")
    assert chosen(page) == [2, 3, 4]


def test_a_button_that_cannot_go_on_hands_the_keyboard_back_to_the_text(page):
    sentence(page, 2).click()
    button(page, "Undo").focus()
    page.keyboard.press("Enter")
    assert button(page, "Undo").is_disabled()
    page.keyboard.press("r")
    assert chosen(page) == [2]


def test_without_a_search_the_button_for_oracles_says_why_it_is_off(browser, address):
    with opened(browser, address + document_hash("sample", DOCUMENT, "?words=45&score=precision")) as page:
        wait_for_document(page)
        assert button(page, "An oracle").is_disabled()
        title = button(page, "An oracle").get_attribute("title")
        assert title.startswith("not available: the best extract was not searched for")
        scores = sumspace.explore(example(), measure="rouge-1", words=45, score="precision").only.distribution
        count = scores.counts[scores.support[-1]]
        said = "no other extract reaches" if count == 1 else f"{count:,} extracts reach"
        assert f"(proven); {said} that score." in page.locator(".ws-facts").inner_text()


def test_no_sentence_is_taken_beyond_the_budget(cats):
    sentence(cats, 0).click()
    sentence(cats, 1).click()
    before = numbers(cats)
    assert before[0] == "10 of 12"
    sentence(cats, 3).click()
    assert status(cats).inner_text() == "This sentence needs 4 words, but only 2 are left."
    assert (chosen(cats), numbers(cats)) == ([0, 1], before)
    assert status(cats).get_attribute("role") == "status"
    cats.keyboard.press("n")
    assert status(cats).inner_text() == "None of the remaining sentences fits."


def test_a_budget_that_is_reached_cuts_the_last_sentence_and_is_used_up(browser, address):
    with opened(browser, address + document_hash("sample", DOCUMENT, "?words=45")) as page:
        wait_for_document(page)
        for place in range(8):
            sentence(page, place).click()
            if page.locator(".cut").count():
                break
        assert chosen(page) == list(range(place + 1))
        kept = page.locator("[aria-selected=true] .ws-words").evaluate_all(
            """all => all.map(({ childNodes }) => [...childNodes].filter(({ className }) => !/cut/.test(className))
              .map(({ textContent }) => textContent).join(""))"""
        )
        texts = example().sentences()
        assert kept[:-1] == list(texts[:place])
        assert texts[place].startswith(kept[-1].rstrip())
        assert len(" ".join(kept).replace("-", " ").split()) == pytest.approx(45, abs=2)  # dashes are no words
        assert numbers(page)[0] == "45 of 45"
        check_numbers(page, words=45)
        sentence(page, place + 1).click()
        assert status(page).inner_text() == "All 45 words are used; remove a sentence first."
        assert chosen(page) == list(range(place + 1))


# Moves


def test_the_best_moves_never_lower_the_score_and_an_oracle_ends_them(page):
    scores = []
    for _ in range(4):
        button(page, "Best next sentence").click()
        scores.append(float(numbers(page)[1]))
    for _ in range(30):
        button(page, "Swap for better").click()
        scores.append(float(numbers(page)[1]))
        if status(page).inner_text() == "Swapping one sentence for another does not raise the score.":
            break
    assert scores == sorted(scores)
    button(page, "An oracle").click()
    assert float(numbers(page)[1]) >= scores[-1]
    assert numbers(page)[4] == "0.000"
    assert status(page).inner_text().startswith("This is as good as it gets: no extract of this document scores higher")
    check_numbers(page)


def test_all_oracles_are_listed_and_each_has_the_best_score(page):
    oracles = space()[-1]
    toggle = button(page, f"All {oracles.count} oracles")
    assert toggle.get_attribute("aria-expanded") == "false"
    toggle.click()
    assert toggle.get_attribute("aria-expanded") == "true"
    listed = page.get_by_role("region", name="All oracles").get_by_role("button")
    assert listed.count() == oracles.count
    seen = set()
    for place in range(listed.count()):
        listed.nth(place).click()
        assert numbers(page)[4] == "0.000"
        seen.add(tuple(order(page)))
    assert len(seen) == listed.count()


def test_the_oracles_are_in_sight_wherever_their_button_is_clicked(page):
    page.get_by_role("heading", name="Standings").scroll_into_view_if_needed()
    page.mouse.wheel(0, 5000)
    page.get_by_role("button", name=re.compile("All .* oracles")).click()
    box = page.get_by_role("region", name="All oracles").bounding_box()
    panel = page.locator(".ws-panel").bounding_box()
    assert panel["y"] + panel["height"] <= box["y"] < page.viewport_size["height"] - box["height"]


def test_the_best_extract_by_precision_is_known_though_it_is_not_searched_for(browser, address):
    with opened(browser, address + document_hash("sample", DOCUMENT, "?score=precision")) as page:
        wait_for_document(page)
        assert "(proven)" in page.locator(".ws-facts").inner_text()
        assert button(page, "An oracle").is_disabled()


def test_an_extract_that_beats_what_was_found_is_not_called_the_best(browser, address):
    """Where the search has run out of time, nobody knows how good extracts get."""
    with opened(browser, "about:blank") as page:

        def unproven(route):
            response = route.fetch()
            answer = response.json()
            if "oracles" in answer:  # on a busy machine, the first answer is a job
                answer["oracles"] |= {"optimal": False, "count": None, "shares": None, "score": 0.2, "list": []}
                answer["distribution"] |= {"proven": False, "max": 0.2}
            route.fulfill(response=response, json=answer)

        page.route(re.compile("/api/(view|jobs/.*/result)$"), unproven)
        page.goto(address + document_hash("sample", DOCUMENT))
        wait_for_document(page)
        assert "the best found is 0.200" not in status(page).inner_text()
        sentence(page, 7).click()
        assert "the best found is 0.200" in status(page).inner_text()
        for _ in range(20):
            page.keyboard.press("n")
            if status(page).inner_text().endswith("words are used; remove a sentence first."):
                break
        else:
            pytest.fail("the budget is not used up")
        page.keyboard.press("u")
        page.keyboard.press("r")
        score = float(numbers(page)[1])
        assert score > 0.2
        assert numbers(page)[4] == f"{score - 0.2:.3f} above"
        assert "This beats the best extract that the search found (0.200)." in status(page).inner_text()
        assert page.locator(".ws-number").filter(has_text="below the best found").is_visible()


# What is shown


def test_the_bar_of_extracts_that_score_nothing_begins_at_zero(browser, address):
    with opened(browser, address + document_hash("1", "cats", "?budget=exactly(1)&measure=rouge-3")) as page:
        wait_for_document(page)
        zero = page.locator(".ws-chart .bar", has=page.locator("title", has_text="0.000: "))
        assert zero.get_attribute("x") == page.locator(".ws-chart .axis").get_attribute("x1")


@pytest.mark.parametrize(
    ("budget", "facts"),
    [
        ("reach(1)", "There are 5 extracts of 1 word, all scored exactly. The best one scores "),
        ("exactly(5)", "There is only one extract of 5 sentences. It scores 1.000. Human summaries"),
        ("reach(100)", "The document is shorter than the budget, so its only extract is the whole text. It scores "),
    ],
)
def test_the_space_is_told_in_words_however_small_it_is(browser, address, budget, facts):
    with opened(browser, address + document_hash("1", "cats", f"?budget={budget}&stem=false")) as page:
        wait_for_document(page)
        assert page.locator(".ws-facts").inner_text().startswith(facts)


def estimated(route):
    """Answer with a view as if its extracts had been sampled: each share of a tail is known to one percent."""
    response = route.fetch()
    view = response.json()
    shares = view["distribution"]["shares"]
    tails = [sum(shares[place:]) for place in range(len(shares))]
    band = {"low": [0.99 * share for share in tails], "high": [min(1.01 * share, 1) for share in tails]}
    view["distribution"] |= {
        "exact": False, "counts": None, "extracts": f"649{'0' * 80}", "band": {**band, "confidence": 95},
    }  # fmt: skip
    route.fulfill(response=response, json=view)


@pytest.mark.parametrize("size", SIZES)
def test_the_numbers_take_the_same_room_whatever_they_say(browser, address, size):
    """Otherwise the text would move under the pointer."""

    with opened(browser, "about:blank", size=size) as page:
        for kind, stopwords in (("exact", "false"), ("estimated", "true")):
            if kind == "estimated":
                page.route("**/api/view", estimated)
            page.goto(address + document_hash("sample", DOCUMENT, f"?stopwords={stopwords}"))
            wait_for_document(page)
            heights = set()
            for _ in range(8):
                heights.add(page.locator(".ws-panel").bounding_box()["height"])
                button(page, "Best next sentence").click()
            assert len(heights) == 1, kind


@pytest.mark.parametrize("width", [620, 800, 1280])
def test_the_sentence_at_the_keyboard_is_not_behind_the_numbers(page, width):
    page.set_viewport_size({"width": width, "height": 700})
    last = page.locator("[data-sentence]").count() - 1
    sentence(page, last).click()
    for place in reversed(range(last)):
        page.keyboard.press("ArrowUp")
        panel = page.locator(".ws-panel").bounding_box()
        assert sentence(page, place).bounding_box()["y"] >= panel["y"] + panel["height"] - 1


def test_the_bounds_of_an_estimate_are_told_apart(browser, address):
    with opened(browser, "about:blank") as page:
        page.route("**/api/view", estimated)
        page.goto(address + document_hash("sample", DOCUMENT))
        wait_for_document(page)
        told = []
        for _ in range(8):
            button(page, "Best next sentence").click()
            told += re.findall(
                r"\((?:between )?(\S+(?: %)?) (?:to|and) (.*) with 95 % confidence", status(page).inner_text()
            )
        assert told
        assert all(low != high.removesuffix(" nines") and ">" not in low + high for low, high in told)
