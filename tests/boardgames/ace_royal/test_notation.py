"""The set Lantern War: part 3.5 in compact notation, part 3.6 as JSON, and what the loader says of mistakes."""

import copy
from importlib.resources import files

import msgspec
import pytest

from boardgames.ace_royal.cards import CARDS, CLASSES, DECK, HEROES, LANTERN_WAR, Card, amount, read_set
from boardgames.ace_royal.notation import NotNotation, read_ability, write_ability
from boardgames.ace_royal.vocabulary import Peek
from boardgames.card_set import BadCardSet

NOTATION = {
    "L-H01": ["A@assault_damage/counter_damage(2): pa+3; pd+1"],
    "L-H02": ["A@assault/counter(1): choose(pa+2 | ma+2)"],
    "L-H03": ["A@counter(1): pa+3"],
    "L-H04": ["A@engagement(X): proxy(servant,3+X/4/3/4)"],
    "L-H05": ["A@assault(X): ma+min(X,3)"],
    "L-H06": ["A@any(T): draw(1)"],
    "L-H07": ["A@assault(1): pa+2"],
    "L-H08": ["A@engagement(0): proxy(servant,4/4/4/3)"],
    "L-H09": ["T@loss[dealt>=1]: coin(depletion,1,opp)"],
    "L-H10": ["T@loss[dealt>=1]: coin(assassination,1,opp)"],
    "L-H11": ["C: dmg_taken-1[phys]"],
    "L-H12": ["A@any(2): mana+1"],
    "L-H13": ["A@engagement(1): opp.pd-2; opp.md-2"],
    "L-H14": ["A@assault(1): suppress_code(opp,1)~combat"],
    "L-H15": ["A@counter(1): pa+3", "C[defender]: tie_counts(counter)"],
    "L-H16": ["A@assault_damage(2)[dealt>=1]: dmg_dealt+2"],
    "L-H17": ["A@engagement(0): proxy(servant,4/3/2/3)", "T@loss[dealt>=1]: coin(assassination,1,opp)"],
    "L-C1": ["C: immune(scene_state)"],
    "L-C2": [],
    "L-C3": [],
    "L-C4": ["A@engagement(1)[defender]: cancel_engagement"],
    "L-C5": ["A@ritual(T): draw(1)"],
    "L-C6": ["T@loss[dealt>=1](1): coin(assassination,1,opp)"],
    "L-C7": ["T@withdrawal[assaulter]: discard(1,random)"],
    "L-K01": ["C: pa+1"],
    "L-K02": ["C: pd+1"],
    "L-K03": ["C: ma+1"],
    "L-K04": ["C: md+1"],
    "L-K05": ["C: pa+2; pd-1"],
    "L-K06": ["C: ma+2; md-1"],
    "L-K07": ["C: pd+2; pa-1"],
    "L-K08": ["C: md+2; ma-1"],
    "L-K09": ["C: kw+first_strike"],
    "L-K10": ["C[codes>=4]: all+1"],
    "L-K11": ["A@any(S): mana+1"],
    "L-K12": ["A@any(T,1): state(self,rise)"],
    "L-K13": ["A@any(T): draw(1); discard(1)"],
    "L-K14": ["A@engagement(0): proxy(code,4/4/2/2)"],
    "L-K15": ["A@engagement(0)[defender]: proxy(code,2/5/2/4)"],
    "L-K16": ["A@engagement(0): proxy(code,2/2/5/3)"],
    "L-K17": ["A@engagement(0): proxy(code,5/5/3/3,first_strike)"],
    "L-K18": ["T@loss[dealt>=1](T): coin(assassination,1,opp)"],
    "L-K19": ["T@loss[dealt>=1](T): coin(depletion,1,opp)"],
    "L-K20": ["A@any(T)[coin_incoming]: prevent_coin"],
    "L-K21": ["A@engagement(S)[defender]: cancel_engagement"],
    "L-K22": ["C: slots+2"],
    "L-K23": ["A@assault_damage(T)[defender]: dmg_taken-1"],
    "L-K24": ["A@assault/counter(T): pa+2~step"],
    "L-S01": ["A@engagement: cancel_engagement"],
    "L-S02": ["A@any: roll(1-3: state(any,down) | 4-5: - | 6: state(self,down))"],
    "L-S03": ["A@any: draw(2)"],
    "L-S04": ["A@any: mana+1"],
    "L-S05": ["A@any: coin(assassination,1,any)"],
    "L-S06": ["A@any: coin(depletion,1,any)"],
    "L-S07": ["A@any: state(self,rise)"],
    "L-S08": ["A@assault/counter: pa+3~step"],
    "L-S09": ["A@assault/counter: ma+3~step"],
    "L-S10": ["A@assault/counter: choose(pd+3~step | md+3~step)"],
    "L-S11": ["A@assault/counter: force_mode(opp,other)"],
    "L-S12": ["A@any: steal(1,random,any)"],
    "L-S13": ["A@any: destroy_code(any,1)"],
    "L-S14": ["A@any: negate(scene)"],
    "L-S15": ["A@any: no_assault(any)~their_turn_end"],
    "L-S16": ["A@reveal/engagement: kw+first_strike~combat"],
}


def nameless(card: Card) -> list:
    return [msgspec.structs.replace(ability, id="", name="", names={}) for ability in card.abilities]


@pytest.mark.parametrize("card", CARDS)
def test_every_ability_is_written_in_the_notation_of_the_rules_and_read_back_without_loss(card):
    written = [write_ability(ability, from_hand=CARDS[card].type == "scene") for ability in CARDS[card].abilities]
    assert written == NOTATION[card]
    assert [read_ability(text) for text in written] == nameless(CARDS[card])


def test_the_set_has_17_heroes_7_classes_40_codes_and_36_scenes():
    copies = {kind: sum(card.copies for card in CARDS.values() if card.type == kind) for kind in ("code", "scene")}
    assert (len(HEROES), len(CLASSES), copies, len(DECK)) == (17, 7, {"code": 40, "scene": 36}, 76)


@pytest.mark.parametrize("card", CARDS)
def test_every_card_and_every_named_ability_is_named_in_every_language(card):
    for named in (CARDS[card], *(ability for ability in CARDS[card].abilities if ability.name)):
        assert named.name
        assert set(named.names) == {"ko", "zh-hant", "ja"}
        assert all(named.names.values())


def test_no_two_cards_have_the_same_name_in_any_language():
    for language in ("ko", "zh-hant", "ja"):
        assert len({card.names[language] for card in CARDS.values()}) == len(CARDS)
    assert len({card.name for card in CARDS.values()}) == len(CARDS)


@pytest.mark.parametrize(("expression", "paid", "value"), [(3, 2, 3), ("X", 2, 2), ("3+X", 2, 5), ("min(X,3)", 5, 3)])
def test_amounts_over_the_cards_paid(expression, paid, value):
    assert amount(expression, paid) == value


@pytest.mark.parametrize(
    "text",
    [
        "",
        "pa+3",
        "Z@any: pa+3",
        "A@sometime: pa+3",
        "A@any(W): pa+3",
        "A@any: fly(1)",
        "A@any: draw(many)",
        "A@any: proxy(code,1/2/3)",
        "A@any: proxy",
        "A@any: kw+haste",
        "A@any: roll(x)",
        "A@any: pa+3~forever",
        "A@any[mood]: pa+3",
    ],
)
def test_what_is_no_notation_is_said_to_be_none(text):
    with pytest.raises(NotNotation):
        read_ability(text)


@pytest.fixture
def plain() -> dict:
    return msgspec.json.decode(files("boardgames.ace_royal").joinpath("lantern_war.json").read_bytes())


def mistakes(plain: dict) -> list[tuple[str, str, str]]:
    with pytest.raises(BadCardSet) as bad:
        read_set(plain)
    return [(wrong.card, wrong.column, wrong.code) for wrong in bad.value.mistakes]


@pytest.mark.parametrize(
    ("card", "column", "value"),
    [
        ("L-H01", "abilities", [{"kind": "activated", "do": [{"op": "fly"}]}]),
        ("L-H02", "abilities", [{"kind": "activated", "windows": ["sometime"], "do": []}]),
        ("L-H03", "keywords", ["haste"]),
        ("L-H04", "stats", {"pa": 0, "pd": 5, "ma": 5, "md": 5}),
        ("L-H05", "stats", {"pa": 21, "pd": 5, "ma": 5, "md": 5}),
        ("L-K01", "copies", 0),
        ("L-K02", "type", "spell"),
    ],
)
def test_a_mistake_in_a_set_names_card_and_column(plain, card, column, value):
    row = next(row for row in plain["cards"] if row["id"] == card)
    row[column] = value
    assert mistakes(plain) == [(card, column, "value")]


def test_all_mistakes_of_a_set_are_told_at_once(plain):
    plain["cards"][0]["sex"] = "x"
    plain["cards"][1]["shoe_size"] = 42
    plain["cards"][2].pop("name")
    assert mistakes(plain) == [
        ("L-H01", "sex", "value"),
        ("L-H02", "shoe_size", "unknown"),
        ("L-H03", "name", "missing"),
    ]


def test_a_set_has_one_card_per_class_enough_heroes_and_enough_of_a_deck(plain):
    row = next(row for row in plain["cards"] if row["id"] == "L-C1")
    plain["cards"].append(copy.deepcopy(row) | {"id": "L-C8"})
    assert mistakes(plain) == [("", "class blade", "twice")]
    plain["cards"] = [row for row in plain["cards"] if row["type"] == "class" and row["id"] != "L-C8"]
    assert mistakes(plain) == [("", "hero", "too_few"), ("", "deck", "too_few")]


def test_the_fingerprint_of_the_set_stands_in_the_engine_version(plain):
    from boardgames.ace_royal import ENGINE

    assert LANTERN_WAR.fingerprint[:12] in ENGINE
    plain["cards"][0]["stats"]["pa"] = 6
    assert read_set(plain).fingerprint != LANTERN_WAR.fingerprint


def test_an_argument_that_is_left_out_before_another_keeps_its_place():
    assert read_ability("A@any(T): peek(deck,-,2)").do == (Peek("deck", None, 2),)
    assert write_ability(read_ability("A@any(T): peek(deck,-,2)"), from_hand=False) == "A@any(T): peek(deck,-,2)"
