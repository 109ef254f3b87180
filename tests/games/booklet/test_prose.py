import re
from collections.abc import Mapping

import pytest

from paper import LANGUAGES, deck_of_groups, words_of
from replikat.data.library import packaged
from replikat.deck.deck_spec import Group
from replikat.deck.print_settings import PrintSettings
from replikat.errors import ReplikatError
from replikat.games.booklet.prose import Facts, facts_of, filled, with_setups
from replikat.games.setups import SetupName
from replikat.typeset.text.formats import FORMATS
from support import DOCS, LIBRARY, packaged_deck

HOLDS = {"M": False, "edges": True, "mixed": True}


def told(prose: str, holds: Mapping[str, bool] = HOLDS, values: Mapping[str, str] | None = None) -> str:
    return filled(prose, Facts(values or {"word": "Gjentakskort"}, holds))


@pytest.mark.parametrize(
    ("prose", "printed"),
    [
        ("a[[edges| b]] c", "a b c"),
        ("a[[M| b]] c", "a c"),
        ("a[[!M| b]] c", "a b c"),
        ("[[edges|x[[M|, y]][[!M|, z]]]]", "x, z"),
        ("[[M|x[[edges|, y]]]]z", "z"),
        ("- a\n- [[M|b]]\n- c\n", "- a\n- c\n"),
        ("1. a\n2. [[M|b]]\n3. [[edges|c]]\n", "1. a\n3. c\n"),
        ("a\n\n[[M|## B\n\ntext]]\n\nc\n", "a\n\nc\n"),
        ("the word {word}", "the word Gjentakskort"),
        ("[[edges|{word}]]", "Gjentakskort"),
    ],
)
def test_conditions_and_placeholders(prose: str, printed: str) -> None:
    assert told(prose) == printed


@pytest.mark.parametrize(
    ("prose", "fault"),
    [
        ("one\ntwo [[edgse|x]]", r"^2:5: no condition is called 'edgse'; did you mean edges\?$"),
        ("one {wrd}", r"^1:5: no placeholder is called 'wrd'; did you mean word\?$"),
        ("one {} two", r"^1:5: no placeholder is called ''"),
        ("a [[edges|b", r"a condition that does not end, near '\[\[edges\|b'; expected \[\[condition\|text\]\]"),
        ("a b]] c", "a condition that does not end"),
    ],
)
def test_what_a_text_must_not_ask(prose: str, fault: str) -> None:
    with pytest.raises(ReplikatError, match=fault):
        told(prose)


def test_all_faults_of_a_text_are_told() -> None:
    with pytest.raises(ReplikatError) as error:
        told("{a}\n[[b|c]]\n{d}")
    assert [fault.line for fault in error.value.faults] == [1, 2, 3]


TEXT = """# Game

## Setting up

Deal.

### Two

![](steps:game:p2)

![Two](setup:game:p2)

### Three

Take seats.

![](steps:game:p3)

![Three](setup:game:p3)

### Remark

Always.

## Play

![](setup:game:p4)

Rules of two ![](no directive).
"""


def test_only_the_wanted_set_ups_stay_with_their_headings() -> None:
    two = with_setups(TEXT, {SetupName("game", "p2")})
    assert re.findall(r"^#+ .*$", two, re.M) == ["# Game", "## Setting up", "### Two", "### Remark"]
    assert "Take seats" not in two and "steps:game:p2" in two and "\n\n\n" not in two
    assert with_setups(TEXT, {SetupName("game", key) for key in ("p2", "p3", "p4")}) == TEXT


def test_a_section_of_several_set_ups_loses_only_those_that_are_not_wanted() -> None:
    text = "# G\n\n## Setting up\n\n![](steps:g:a)\n\n![](steps:g:b)\n\nBoth.\n"
    assert with_setups(text, {SetupName("g", "b")}) == "# G\n\n## Setting up\n\n![](steps:g:b)\n\nBoth.\n"


def test_what_lies_inside_a_section_goes_with_it() -> None:
    text = "# G\n\n## Two\n\n### Note\n\nWords.\n\n### Steps\n\n![](steps:g:a)\n\n## Play\n\nOn.\n"
    assert with_setups(text, ()) == "# G\n\n## Play\n\nOn.\n"


def test_a_text_of_no_set_up_stays_as_it_is() -> None:
    assert with_setups("# G\n\nOnly words.\n", ()) == "# G\n\nOnly words.\n"


def guide(lang: str, deck_name: str, **settings: object) -> str:
    deck = packaged_deck(deck_name)
    prose = LIBRARY.find(f"languages/{lang}", "guide", ".md").read_text(encoding="utf-8")
    return filled(prose, facts_of(deck, PrintSettings(**settings), words_of(lang)))  # type: ignore[arg-type]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_guide_speaks_only_of_what_the_deck_has(lang: str) -> None:
    middle = words_of(lang).positions["M"]
    plain, fola, proof = guide(lang, "standard-52"), guide(lang, "minchiate-97"), guide(lang, "tournament-52")
    assert middle not in plain and middle in fola
    assert "21" in fola and f"{middle} 13" in fola and "13" in plain
    assert "--square" in plain and "--square" not in proof and "24" in proof
    assert "![](squares)" in guide(lang, "family-52") and "![](squares)" not in plain
    two_way = guide(lang, "standard-52", backs=("two-way",))
    assert len(two_way.splitlines()) == len(plain.splitlines()) - 1  # no card lies upside down
    batch = guide(lang, "minchiate-97", backs=("underlined",))
    assert len(batch.splitlines()) == len(fola.splitlines()) + 1
    assert "11" in batch and "11" not in fola
    for text in (plain, fola, proof, two_way, batch):
        assert not re.search(r"[\[{]{2}|[\]}]{2}|\{\w*\}|  | [,.;:]", text)


@pytest.mark.parametrize(("lang", "word"), [("en", "an ordinary pack"), ("nb", "en vanlig"), ("da", "et almindeligt"), ("sv", "en vanlig")])
def test_only_a_pack_of_french_suits_alone_is_called_ordinary(lang: str, word: str) -> None:
    about = {deck: guide(lang, deck).split("\n\n")[3] for deck in LIBRARY.names("decks")}
    strange = {deck for deck, text in about.items() if word not in text}
    assert strange == {"minchiate-97", "scopa-40", "tarot-78"}
    assert "97" in about["minchiate-97"]


@pytest.mark.parametrize(
    ("lang", "keep", "other"),
    [
        ("en", "keep the same order the second time", "another order"),
        ("nb", "behold rekkefølgen andre gang", "en annen rekkefølge"),
        ("da", "behold rækkefølgen anden gang", "en anden rækkefølge"),
        ("sv", "behåll ordningen andra gången", "en annan ordning"),
    ],
)
def test_guide_and_games_agree_on_the_order_of_the_second_time(lang: str, keep: str, other: str) -> None:
    texts = {path.stem: path.read_text(encoding="utf-8") for path in (packaged() / "languages" / lang).glob("*.md")}
    assert keep in texts["guide"].lower() and keep in texts["crazy-eights"]
    assert [name for name, text in texts.items() if other in text] == []


@pytest.mark.parametrize(("lang", "turns"), [("en", "three turns"), ("nb", "tre turer"), ("da", "tre ture"), ("sv", "tre turer")])
def test_players_of_the_weavers_game_agree_when_a_game_without_progress_ends(lang: str, turns: str) -> None:
    for name, section, points in (("weavers-game", 4, 4), ("cards/weavers-game", 2, 5)):
        agree = LIBRARY.find(f"languages/{lang}", name, ".md").read_text(encoding="utf-8").split("\n## ")[section]
        assert agree.count("\n- ") == points and turns in agree


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_guides_have_the_same_conditions_and_placeholders(lang: str) -> None:
    def asked(code: str) -> list[str]:
        prose = LIBRARY.find(f"languages/{code}", "guide", ".md").read_text(encoding="utf-8")
        return re.findall(r"\[\[!?[\w-]+\||^#+ |^- |^\d\. |^!\[|\{\w+\}|\]\]", prose, re.M)

    assert asked(lang) == asked("en")


def test_facts_of_a_deck() -> None:
    deck = deck_of_groups(Group("main", 3), Group("short32", 2, cards="piquet32"))
    facts = facts_of(deck, PrintSettings(jokers=0, blanks=0, word="Kort"), words_of("nb"))
    assert facts.values["counts"] == "Syd 13, Vest 13, Nord 13, Øst 13" and facts.values["largest"] == "13"
    assert facts.values["squares"] == "5" and facts.values["word"] == "Kort"
    held = {name for name, holds in facts.holds.items() if holds}
    assert held == {"S", "W", "N", "E", "edges", "even", "mixed", "short", "dashes", "ordinary"}


def test_the_page_about_booklets_names_every_condition_placeholder_and_format() -> None:
    page = (DOCS / "booklets.md").read_text(encoding="utf-8")
    facts = facts_of(packaged_deck("standard-52"), PrintSettings(), words_of("en"))
    assert [name for name in facts.holds if f"`{name}`" not in page] == []
    assert [name for name in facts.values if f"`{{{name}}}`" not in page] == []
    assert [name for name in FORMATS if f"`{name}`" not in page] == []
