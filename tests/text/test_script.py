"""Scripts of texts: which profile suits them, and what ASCII tokens lose."""

import pytest

from sumspace.text.profile import Profile
from sumspace.text.script import lost_share, suits


@pytest.mark.parametrize(
    ("text", "profile", "language"),
    [
        ("A cat sat on the mat.", "rouge155", None),
        ("Die Straße ist über den Fluß geführt.", "rouge155", None),
        ("Příliš žluťoučký kůň", "rouge155", None),
        ("", "rouge155", None),
        ("1999 — 2024", "rouge155", None),
        ("The angle α and the angle β of a triangle are measured in radians.", "rouge155", None),
        ("猫坐在垫子上。", "unicode", "zh"),
        ("東京は古い都市です。", "unicode", "ja"),
        ("고양이가 매트에 앉았다.", "unicode", "ko"),
        ("جلست القطة على الحصيرة.", "unicode", "ar"),
        ("Кошка сидела на коврике.", "unicode", "ru"),
        ("Η γάτα κάθισε στο χαλί.", "unicode", "el"),
        ("बिल्ली चटाई पर बैठी।", "unicode", "hi"),
        ("IBM 和 Google 在北京开会讨论人工智能的未来发展。", "unicode", "zh"),
        ("Half of it is Latin and then αβγδεζηθικ comes", "unicode", None),
    ],
)
def test_texts_outside_the_latin_script_have_unicode_tokens(text, profile, language):
    assert suits([text]) == (profile, language)


def test_auto_is_resolved_and_said_so():
    chinese = Profile.parse("auto", lambda: ["猫坐在垫子上。"])
    assert chinese == Profile("unicode", language="zh")
    assert chinese.signature == "profile:unicode(nostem, language=zh) | chosen:auto"
    told = Profile.parse("auto(lines)", lambda: ["Кошка сидела."], language="uk", stopwords=None)
    assert told == Profile("unicode", language="uk", split="lines")
    english = Profile.parse("auto", lambda: ["A cat sat."], stopwords=True)
    assert english.signature == Profile("rouge155", stopwords=True).signature


def test_letters_that_ascii_tokens_lose_are_counted():
    assert lost_share(["abc", "defü"]) == pytest.approx(1 / 7)
    assert lost_share(["猫"]) == 1
    assert lost_share(["“quoted” — and dashed", "1, 2"]) == 0
