"""Every effect, cost and condition of the vocabulary (3.7) that no shipped card asks for, played with a set of one's own."""

from pathlib import Path

import msgspec
import pytest

from boardgames import ace_royal
from boardgames.ace_royal import vocabulary
from boardgames.ace_royal.agenda import TriggerQuestion
from boardgames.ace_royal.moves import Use
from boardgames.ace_royal.notation import NotNotation, read_ability, write_ability
from boardgames.ace_royal.options import offers
from boardgames.ace_royal.strikes import servant_sum
from boardgames.ace_royal.vocabulary import Effect
from boardgames.card_set import BadCardSet, Mistake
from boardgames.card_sets.content import Content, whole
from boardgames.card_sets.kinds import ACE_ROYAL, shipped
from tabletop import records, referee
from tabletop.game import Illegal
from tabletop.models import Record
from tests.boardgames.ace_royal.table import Table, setup_of, setup_value

SCENE, OTHER = "L-S03", "L-S04"
"""Cards that get another ability in each test: alice holds them."""


def set_with(**abilities):
    """The shipped set; `L_S03="A@any: draw(1)"` gives the card this ability and no other."""
    wanted = {key.replace("_", "-"): text for key, text in abilities.items()}
    rows = [row for row in shipped(ACE_ROYAL)["cards"] if row["id"] in wanted]
    own = [{**row, "abilities": _abilities(wanted[row["id"]])} for row in rows]
    return whole(ACE_ROYAL, Content(tables={"cards": own}))


def _abilities(text):
    return [msgspec.to_builtins(read_ability(part)) for part in text.split(" ;; ")] if text else []


def at_ritual(text, hands=None, **more):
    """Alice in her ritual with the scene, whose ability is `text`."""
    hands = {"alice": f"{SCENE} {OTHER} L-K01 L-K02", "bob": "L-K01 L-K02 L-K03 L-K04"} | (hands or {})
    return Table(hands=hands, cards=set_with(L_S03=text, **more), defeat_rule="both")


def used(text, said="", **rest):
    at = at_ritual(text, **rest)
    at.say(f"alice use {SCENE} {said}".strip())
    return at


def in_combat(text, window="engagement", said="", hands=None, **rest):
    """Alice assaults bob and uses the scene in `window`."""
    hands = {"alice": f"{SCENE} {OTHER} L-K01 L-K02"} | (hands or {})
    at = Table(hands=hands, cards=set_with(L_S03=text, **rest), defeat_rule="both").values(
        alice="5/5/4/5", bob="4/5/4/5"
    )
    at.say("alice done", "alice assault bob").close("reveal")
    if window in ("assault", "assault_damage"):
        at.close("engagement").say("alice mode phys")
    if window == "assault_damage":
        at.close("assault")
    return at.say(f"alice use {SCENE} {said}".strip())


def value(at, seat, stat):
    return servant_sum(at.state, at.seat(seat), stat).value


def test_a_stat_is_set_before_anything_is_added():
    at = used("A@any: pa=9; pd+2")
    assert value(at, "alice", "pa") == 9
    assert [term.rule for term in servant_sum(at.state, at.seat("alice"), "pd").why][-1] == SCENE


def test_a_stat_of_all_and_of_a_chosen_player():
    at = at_ritual("A@any: any.all-1")
    before = value(at, "bob", "ma")
    at.say(f"alice use {SCENE} target=bob")
    assert value(at, "bob", "ma") == before - 1


@pytest.mark.parametrize(("until", "turns"), [("turn", 0), ("their_turn_end", 1), ("perm", 5)])
def test_a_change_lasts_as_long_as_it_says(until, turns):
    at = used(f"A@any: any.pa+2~{until}", "target=bob")
    for turn in range(3):
        assert bool(at.seat("bob").changes) is (turn <= turns)
        at.discard_rest() if at.waiting["for"] == "discard" else at.idle_turn()


def test_constants_of_hero_class_and_codes_count_also_against_the_opponent():
    at = Table(
        hands={"alice": "L-K01 L-K02 L-K03 L-K04"},
        heroes={"alice": "L-H07"},
        cards=set_with(L_H07="C: pa+2", L_K01="C: opp.pd-3; dmg_dealt+1"),
        defeat_rule="both",
    ).give("alice", codes="L-K01", hero_up=True)
    assert "L-H07" in [term.rule for term in servant_sum(at.state, at.seat("alice"), "pa").why]
    at.values(alice="5/5/5/5", bob="5/5/5/5").assault().strike("phys")
    assert at.combat.strikes[0].defence.value == 2
    assert ("L-K01", 1) in [(term.rule, term.value) for term in at.combat.strikes[0].damage.why]


def test_damage_may_change_by_an_amount():
    at = in_combat("A@assault_damage: dmg_dealt+codes", "assault_damage")
    at.close("assault_damage")
    assert ("L-S03", 0) in [(t.rule, t.value) for t in at.combat.strikes[0].damage.why] or at.damages == [1]


@pytest.mark.parametrize("keyword", ["cannot_assault", "instinct", "legion"])
def test_keywords_are_lent_and_taken_for_a_while(keyword):
    from boardgames.ace_royal.servant import has_keyword

    at = used(f"A@any: any.kw+{keyword}~turn", "target=bob")
    assert has_keyword(at.state, at.seat("bob"), keyword)
    at = used(f"A@any: kw-{keyword}~turn")
    assert not has_keyword(at.state, at.seat("alice"), keyword)


def test_first_strike_may_be_taken_away():
    at = (
        in_combat("A@engagement: opp.kw-first_strike~combat; kw+first_strike~combat").close("engagement").strike("phys")
    )
    assert len(at.combat.strikes) == 1


def test_no_assault_bars_the_opponent_or_oneself():
    at = used("A@any: no_assault(self)~turn")
    at.say("alice done")
    assert at.refused("alice assault bob") == "L-S15"


@pytest.mark.parametrize(("code", "word"), [("coin(assassination,2,any)", "coin"), ("steal(1,random,any)", "steal")])
def test_immunity_keeps_coins_and_thieves_away(code, word):
    at = at_ritual(f"A@any: {code}", L_K01=f"C: immune({word})").give("bob", codes="L-K01", spells=0)
    if word == "steal":
        assert at.refused(f"alice use {SCENE} target=bob") == "AC-16"
    else:
        at.say(f"alice use {SCENE} target=bob")
        assert at.seat("bob").coins == 0


def test_force_mode_names_a_mode_for_oneself_too():
    at = in_combat("A@assault: force_mode(self,magic)", "assault")
    assert at.combat.mode == "magic"


def test_force_mode_leaves_a_mode_that_is_already_so_as_it_is():
    assert in_combat("A@assault: force_mode(self,phys)", "assault").combat.mode == "phys"


def test_what_raises_the_damage_of_a_strike_does_not_raise_the_counter():
    at = in_combat("A@assault_damage: dmg_dealt+3", "assault_damage").close("assault_damage").strike("phys")
    assert at.damages == [4, 0]


def test_swap_roles_makes_the_assaulter_the_defender():
    at = in_combat("A@engagement: swap_roles").close("engagement")
    assert (at.combat.assaulter, at.asked) == ("bob", ("bob", "mode"))


def test_several_codes_are_suppressed_and_destroyed_at_once():
    hands = {"alice": f"{SCENE} L-K05 L-K06 L-K07"}
    at = Table(hands=hands, cards=set_with(L_S03="A@engagement: suppress_code(opp,2)~combat")).give(
        "bob", codes="L-K01 L-K02 L-K03"
    )
    at.say("alice done", "alice assault bob").close("reveal").say(f"alice use {SCENE} code=L-K02")
    assert [code.muted for code in at.seat("bob").codes] == [True, True, False]
    at = at_ritual("A@any: destroy_code(any,2)").give("bob", codes="L-K01 L-K02 L-K03")
    at.say(f"alice use {SCENE} target=bob code=L-K03")
    assert [code.card for code in at.seat("bob").codes] == ["L-K02"]
    at = at_ritual("A@any: destroy_code(self,1); mana+2").give("alice", codes="L-K05")
    at.say(f"alice use {SCENE} code=L-K05")
    assert (at.seat("alice").codes, at.seat("alice").mana) == ((), 7)


def test_several_coins_come_as_one_placement():
    at = used("A@any: coin(depletion,3,each_other)")
    assert at.asked == ("bob", "coin")
    at.say("bob spell c")
    assert at.seat("bob").coins == 0
    at = used("A@any: coin(depletion,3,each_other)").say("bob accept")
    assert at.seat("bob").depletion == 3


def test_mana_and_spells_are_given_and_taken():
    at = used("A@any: any.mana-2; spell+1; any.spell-1", "target=bob")
    assert (at.seat("bob").mana, at.seat("alice").spells, at.seat("bob").spells) == (3, 4, 2)


def test_cards_are_drawn_and_discarded_by_others():
    at = used("A@any: draw(1,any); discard(2,choose,any)", "target=bob")
    assert at.asked == ("bob", "discard")
    assert at.waiting["count"] == 2
    at.say("bob discard L-K01 L-K02")
    assert len(at.seat("bob").hand) == 3


def test_a_random_discard_is_drawn_by_chance():
    at = used("A@any: discard(1,random,any)", "target=bob")
    assert at.asked == ("chance", "card")
    at.say("chance card L-K03")
    assert "L-K03" in at.state.grail_seat


def test_the_robbed_may_choose_what_is_stolen():
    at = used("A@any: steal(1,choose,any)", "target=bob")
    assert at.asked == ("bob", "give")
    offered = offers(at.state, "bob")[0]
    assert (offered.least, offered.most, set(offered.among)) == (1, 1, set(at.seat("bob").hand))
    assert at.refused("bob discard L-K03 L-K04") == "AC-15"
    at.say("bob discard L-K04")
    assert "L-K04" in at.seat("alice").hand


@pytest.mark.parametrize("how", ["choose", "random"])
def test_a_card_is_given_away(how):
    at = used(f"A@any: give(1,any,{how})", "target=bob")
    at.say("alice discard L-K01" if how == "choose" else "chance card L-K01")
    assert at.seat("bob").hand.count("L-K01") == 2
    assert [gift.card for gift in at.state.handed] == ["L-K01"]
    assert "L-K01" not in {gift.card for gift in ace_royal.view(at.state, ("carol",)).handed}


def test_cards_are_fetched_from_the_grail_seat_or_the_deck():
    at = at_ritual("A@any: fetch(grail_seat,code,1)").table(grail_seat=("L-K09", "L-S05"))
    at.say(f"alice use {SCENE}")
    assert at.asked == ("alice", "fetch")
    assert at.refused("alice discard L-S05") == "AC-16"
    at.say("alice discard L-K09")
    assert ("L-K09" in at.seat("alice").hand, at.state.grail_seat.count("L-S05")) == (True, 1)
    at = used("A@any: fetch(deck,scene,2)")
    assert [at.state.cards.cards[card].type for card in at.seat("alice").hand[-2:]] == ["scene", "scene"]
    assert at_ritual("A@any: fetch(grail_seat,code,1)").refused(f"alice use {SCENE}") == "AC-16"


@pytest.mark.parametrize(("lie", "count"), [((), 0), (("L-K09",), 1), (("L-K08", "L-K09", "L-K10"), 2)])
def test_no_more_is_asked_for_than_lies_there_to_be_fetched(lie, count):
    at = at_ritual("A@any: roll(1-6: fetch(grail_seat,code,2))")
    at.say(f"alice use {SCENE}").table(grail_seat=lie).say("chance roll 1")
    assert at.asked == ("alice", "fetch" if count else "ritual")
    assert at.waiting.get("count", 0) == count


@pytest.mark.parametrize("zone", ["hand", "servant", "facedown", "deck"])
def test_a_peek_is_seen_by_nobody_else(zone):
    at = at_ritual(f"A@any: peek({zone}{'' if zone == 'deck' else ',any'})").give("bob", facedown=("L-S05",))
    at.say(f"alice use {SCENE}" + ("" if zone == "deck" else " target=bob"))
    (seen,) = at.seat("alice").peeked
    assert seen.cards
    mine, theirs = (
        next(s for s in ace_royal.view(at.state, (who,)).seats if s.id == "alice") for who in ("alice", "bob")
    )
    assert (mine.peeked, theirs.peeked) == ((seen,), ())
    at.say("alice done", "alice pass").discard_rest()
    assert at.seat("alice").peeked == ()


def test_states_of_others_and_danger():
    at = used("A@any: state(any,danger)", "target=bob")
    assert at.seat("bob").servant == "danger"
    at = in_combat("A@engagement: state(opp,down)")
    assert at.seat("bob").servant == "down"


def test_anything_may_be_chosen_by_its_number():
    at = at_ritual("A@any: choose(draw(2) | mana+1)")
    moves = [
        offer.move for offer in offers(at.state, "alice") if isinstance(offer.move, Use) and offer.move.card == SCENE
    ]
    assert {move.choice for move in moves} == {0, 1}
    assert at.refused(f"alice use {SCENE} choice=2") == "AC-16"
    assert at.refused(f"alice use {SCENE}") == "format"
    at.say(f"alice use {SCENE} choice=1")
    assert at.seat("alice").mana == 6


def test_a_die_may_lead_to_anything():
    at = used("A@any: roll(1-3: mana+1 & draw(1) | 4-6: any.mana-1)", "target=bob")
    at.say("chance roll 5")
    assert at.seat("bob").mana == 4


def test_a_die_keeps_in_mind_at_what_the_card_was_aimed():
    at = at_ritual("A@any: roll(1-6: destroy_code(any,1))").give("bob", codes="L-K01 L-K02 L-K03")
    at.say(f"alice use {SCENE} target=bob code=L-K02", "chance roll 4")
    assert [code.card for code in at.seat("bob").codes] == ["L-K01", "L-K03"]


@pytest.mark.parametrize(("mana", "gained"), [(4, 1), (3, 0)])
def test_if_asks_as_it_is_reached(mana, gained):
    at = at_ritual("A@any: if(mana>=4: mana+1 | draw(1))").give("alice", mana=mana)
    at.say(f"alice use {SCENE}")
    assert at.seat("alice").mana == mana + gained
    assert len(at.seat("alice").hand) == (4 if gained else 5)


@pytest.mark.parametrize(
    ("condition", "gained"), [("hand>=4 mana>=5", 1), ("hand>=5 mana>=5", 0), ("hand>=4 mana>=6", 0)]
)
def test_if_asks_for_all_its_conditions(condition, gained):
    assert used(f"A@any: if({condition}: mana+1)").seat("alice").mana == 5 + gained


def test_repeat_does_it_as_often_as_its_amount():
    at = at_ritual("A@any: repeat(codes: mana+1)").give("alice", codes="L-K01 L-K02")
    at.say(f"alice use {SCENE}")
    assert at.seat("alice").mana == 7


@pytest.mark.parametrize(("amount", "comes_to"), [("hand", 4), ("min(hand,2)", 2), ("1+codes", 1), ("hand-1", 3)])
def test_amounts_are_counted_as_they_are_needed(amount, comes_to):
    at = used(f"A@any: mana+{amount}")
    assert at.seat("alice").mana == 5 + comes_to


def test_amounts_of_the_opponent_and_of_damage():
    at = in_combat("A@engagement: mana+opp.hand; mana+opp.coins; mana+dealt")
    assert at.seat("alice").mana == 9


def test_an_ability_may_be_negated_too():
    at = at_ritual("A@any: negate(ability)", hands={"bob": f"{SCENE} L-K02 L-K03 L-K04"}).give("alice", codes="L-K11")
    at.say("alice use L-K11")
    assert at.asked == ("bob", "negate")
    at.say(f"bob use {SCENE}")
    assert at.seat("alice").mana == 5


def test_manual_asks_its_user_and_does_what_he_says():
    at = used('A@any: manual("거울; 그리고 (더)")')
    assert at.waiting == {"who": "alice", "for": "settle", "card": SCENE}
    changes = [
        {"who": "bob", "what": "mana", "n": -2},
        {"who": "alice", "what": "cards", "n": 1},
        {"who": "bob", "what": "state", "n": 3},
        {"who": "bob", "what": "depletion", "n": 1},
        {"who": "alice", "what": "pa", "n": 2},
        {"who": "alice", "what": "spells", "n": -9},
    ]
    told = at.move({"by": "alice", "do": "settle", "changes": changes, "note": "합의"})
    assert [event.word for event in told if event.code == "settled"] == ["합의"]
    assert (at.seat("bob").mana, at.seat("bob").servant, at.seat("bob").depletion) == (3, "danger", 1)
    assert (len(at.seat("alice").hand), at.seat("alice").spells) == (5, 0)
    at = used('A@any: manual("?")')
    assert (
        at.refused_move({"by": "alice", "do": "settle", "changes": [{"who": "eve", "what": "mana", "n": 1}]})
        == "format"
    )
    (offered,) = (offer.move for offer in offers(at.state, "alice"))
    assert not isinstance(ace_royal.play(at.state, offered), Illegal)


def test_prices_in_codes_mana_and_dice():
    at = at_ritual("A@any(K1): mana+1")
    assert at.refused(f"alice use {SCENE} discard={OTHER}") == "AB-5"
    at.say(f"alice use {SCENE} discard=L-K01")
    at = at_ritual("A@any(M6): draw(1)")
    assert at.refused(f"alice use {SCENE}") == "AB-5"
    at = used("A@any(M2): draw(1)")
    assert at.seat("alice").mana == 3
    at = used("A@any(R56): mana+3").say("chance roll 4")
    assert at.seat("alice").mana == 5
    at = used("A@any(R56): mana+3").say("chance roll 6")
    assert at.seat("alice").mana == 8


@pytest.mark.parametrize(
    ("condition", "fine"),
    [
        ("hand>=5", True),
        ("hand>=6", False),
        ("mana>=5", True),
        ("mana>=6", False),
        ("own_turn", True),
        ("codes>=1", False),
    ],
)
def test_conditions_of_a_use(condition, fine):
    at = at_ritual(f"A@any[{condition}]: draw(1)")
    if fine:
        at.say(f"alice use {SCENE}")
    else:
        assert at.refused(f"alice use {SCENE}") == "AC-16"


@pytest.mark.parametrize(
    ("condition", "fine"),
    [
        ("mode=phys", True),
        ("mode=magic", False),
        ("opp.sex=m", True),
        ("opp.sex=f", False),
        ("opp.class=lance", True),
        ("opp.class=bow", False),
        ("opp.kw=first_strike", True),
        ("opp.kw=legion", False),
        ("took>=1", False),
    ],
)
def test_conditions_about_the_opponent(condition, fine):
    hands = {"alice": f"{SCENE} L-K05 L-K06 L-K07"}
    at = Table(
        hands=hands,
        heroes={"bob": "L-H09"},
        classes={"bob": "L-C3"},
        cards=set_with(L_S03=f"A@assault[{condition}]: pa+1"),
    )
    at.say("alice done", "alice assault bob").close("reveal").close("engagement").say("alice mode phys")
    assert (at.refused(f"alice use {SCENE}") == "AC-16") if not fine else at.say(f"alice use {SCENE}")


@pytest.mark.parametrize(("window", "turns"), [("turn_start", 1), ("end", 2)])
def test_triggers_of_a_turn(window, turns):
    at = Table(cards=set_with(L_K01=f"T@{window}: spell+1"), defeat_rule="both").give("bob", codes="L-K01")
    for _ in range(turns):
        at.idle_turn()
    assert at.seat("bob").spells == 4


def test_A_45_a_card_works_on_being_turned_up():
    """Bob's hero in C1, alice's class in her ritual; after what the reveal draws."""
    at = Table(cards=set_with(L_H02="T@reveal: spell+1", L_C3="T@reveal: mana+2"), defeat_rule="both")
    at.give("bob", hero="L-H02", hero_up=False).give("alice", class_="L-C3", hero="L-H03", class_up=False)
    at.say("alice reveal class")
    assert (at.seat("alice").mana, at.seat("bob").spells) == (7, 3)
    at.say("alice done", "chance encounter 1")
    assert at.seat("bob").spells == 4


def test_AG_43_a_class_that_does_not_suit_does_nothing_on_being_turned_up():
    at = Table(cards=set_with(L_C3="T@reveal: mana+2"), defeat_rule="both")
    at.give("alice", class_="L-C3", hero="L-H10", class_up=False).say("alice reveal class")
    assert at.seat("alice").mana == 5


@pytest.mark.parametrize("window", ["withdrawal", "loss"])
def test_triggers_of_a_combat(window):
    at = Table(cards=set_with(L_K01=f"T@{window}: spell+1"), defeat_rule="both").give("alice", codes="L-K01")
    at.values(alice="9/9/9/9", bob="1/1/1/1").assault().strike("phys")
    while at.waiting["for"] in ("mode", "window", "card"):
        who, gift = at.waiting["who"], at.seat("bob").hand[0]
        answers = {"mode": f"{who} mode phys", "window": "all pass", "card": f"chance card {gift}"}
        at.say(answers[at.waiting["for"]])
    assert at.seat("alice").spells == 4


@pytest.mark.parametrize(("condition", "asked"), [("dealt>=4", True), ("dealt>=9", False), ("defender", False)])
def test_a_trigger_with_a_price_is_asked_only_if_its_condition_holds(condition, asked):
    cards = set_with(L_K18=f"T@loss[{condition}](T): spell+1")
    at = Table(cards=cards, defeat_rule="both").give("alice", codes="L-K18")
    at.values(alice="9/9/9/9", bob="1/5/1/1").assault().strike("phys").strike("phys")
    assert (at.asked == ("alice", "trigger")) == asked
    if not asked:
        at.table(agenda=(*at.state.agenda, TriggerQuestion("alice")))
        assert at.refused("alice trigger L-K18") == "AC-16"


NOTATIONS = [
    "A@any: pa=9; pd+2",
    "A@any: any.all-1~their_turn_end",
    "A@any(K1,M2): each_other.mana-2; spell+1",
    "A@any(R456): opp.kw-first_strike~combat",
    "A@assault[mode=phys][opp.kw=legion]: dmg_dealt+min(X,codes)",
    "A@engagement: swap_roles; force_mode(self,magic)",
    "A@any: choose(draw(2) | steal(1,choose,any))",
    "A@any: roll(1-3: mana+1 & draw(1) | 4-6: -)",
    "A@any: if(hand>=2: draw(1) & mana+1 | discard(1))",
    "A@any: repeat(codes: mana+1)",
    "A@engagement: if(assaulter hand>=2 opp.sex=f: draw(1))",
    'A@any: manual("a; b | (c) \\"d\\" & e")',
    "T@turn_start[own_turn]: fetch(deck,scene,1)",
    "A@any: peek(hand,any,2); give(1,opp,random)",
]


@pytest.mark.parametrize("text", NOTATIONS)
def test_the_notation_of_all_that_comes_back(text):
    ability = read_ability(text)
    assert read_ability(write_ability(ability, from_hand=True)) == ability
    assert msgspec.convert(msgspec.to_builtins(ability), type(ability)) == ability


@pytest.mark.parametrize(
    "text",
    [
        "A@any: mana+lots",
        "A@any: draw(1,2,3)",
        'A@any: manual("x',
        "A@any: if(x)",
        "A@any: if(hand>=1 hand>=2: draw(1))",
        "A@any(Kx): draw(1)",
    ],
)
def test_what_is_no_notation(text):
    with pytest.raises(NotNotation):
        read_ability(text)


@pytest.mark.parametrize(
    "text",
    [
        "A@any: draw(1) ;; A@any: mana+1",
        "T@end(1): mana+1",
        "A@end: mana+1",
        "T@turn_start: any.mana-1",
        "T@end: mana+1",
        "T@assault: mana+1",
        "C: draw(1)",
        "A@any: if(hand>=1: negate(scene))",
        "A@any(K1,1): draw(1)",
        "A@any: choose(draw(1) | mana+1); choose(draw(1) | mana+1)",
    ],
)
def test_a_card_that_nobody_could_play_is_named(text):
    with pytest.raises(BadCardSet) as refused:
        ACE_ROYAL.read(set_with(L_S03=text))
    assert Mistake("unplayable", "cards", "L-S03", "abilities") in refused.value.mistakes


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("A@any: repeat(10: repeat(10: repeat(10: repeat(10: repeat(10: mana+1)))))", "too_much"),
        ("A@any: repeat(codes: repeat(hand: mana+1 & draw(1)))", "too_much"),
        ("A@any: repeat(10: repeat(10: repeat(10: repeat(0: mana+1))))", "too_much"),
        ("A@any: roll(1-5: - | 6: repeat(10: repeat(10: mana+1 & mana+1)))", "too_much"),
        ("A@any: draw(100)", "bounds"),
        ("A@any: mana+" + "9+" * 40 + "9", "bounds"),
        ("A@any: coin(depletion,-100,any)", "bounds"),
        ("A@engagement: proxy(servant,100/1/1/1)", "bounds"),
        ("A@any(M100): draw(1)", "bounds"),
        ("A@any[hand>=100]: draw(1)", "bounds"),
        ("A@any: if(mana>=100: draw(1))", "bounds"),
    ],
)
def test_a_card_that_does_too_much_is_named_and_no_record_may_hold_it(text, code):
    with pytest.raises(BadCardSet) as refused:
        ACE_ROYAL.read(set_with(L_S03=text))
    assert refused.value.mistakes == (Mistake(code, "cards", "L-S03", "abilities"),)
    setup = setup_of(("alice", "bob"), set_with(L_S03=text))
    assert isinstance(setup, Illegal)
    assert setup.rule == "format"


OLDER = [
    "A@any: repeat(10: repeat(10: repeat(10: mana+1)))",
    "A@any: draw(100)",
    "A@any: if(hand>=1: negate(scene))",
]
"""What was taken before there were bounds."""


@pytest.mark.parametrize("text", OLDER)
def test_a_game_that_was_accepted_before_the_bounds_stays_readable(text):
    cards = set_with(L_S03=text)
    value = setup_value(("alice", "bob"), cards)
    assert isinstance(ace_royal.read_setup(value), Illegal)
    kept = ace_royal.kept_setup(value)
    assert ace_royal.start(kept).cards.cards[SCENE].abilities == (read_ability(text),)


@pytest.mark.django_db
def test_a_stored_game_is_folded_by_what_it_was_accepted_with_and_none_is_opened_like_it():
    value = setup_value(("alice", "bob"), set_with(L_S03=OLDER[0]))
    older = Record.objects.create(game="ace-royal", setup=value)
    assert records.load(older).cards.cards[SCENE].abilities == (read_ability(OLDER[0]),)
    refused = referee.open_record("ace-royal", value, {})
    assert isinstance(refused, Illegal)
    assert refused.code == "bad_cards"


def test_what_would_never_end_is_not_read_from_a_log_either():
    cards = set_with(L_S03="A@any: repeat(10: repeat(10: repeat(10: repeat(10: repeat(10: mana+1)))))")
    refused = ace_royal.kept_setup(setup_value(("alice", "bob"), cards))
    assert isinstance(refused, Illegal)
    assert refused.code == "bad_cards"


def test_as_much_as_is_allowed_is_done_at_once():
    at = used("A@any: repeat(10: repeat(10: mana+1))")
    assert at.seat("alice").mana == 105
    assert used("A@any: repeat(99: mana+1)").seat("alice").mana == 15


@pytest.mark.parametrize("text", ["T@reveal: mana+1", "T@assault: mana+1", "T@any: mana+1"])
def test_a_trigger_that_would_never_happen_is_named(text):
    with pytest.raises(BadCardSet) as refused:
        ACE_ROYAL.read(set_with(L_K01=text))
    assert Mistake("unplayable", "cards", "L-K01", "abilities") in refused.value.mistakes


def test_every_effect_of_the_vocabulary_is_named_here_or_ships():
    text = Path(__file__).read_text(encoding="utf-8")
    shipped_ops = {
        effect["op"] for row in shipped(ACE_ROYAL)["cards"] for ability in row["abilities"] for effect in ability["do"]
    }
    kinds = [kind for kind in vars(vocabulary).values() if isinstance(kind, type) and issubclass(kind, Effect)]
    tags = {kind.__struct_config__.tag for kind in kinds} - {None, "Effect"}
    assert {tag for tag in tags - shipped_ops if tag not in text} == set()


@pytest.mark.parametrize("around", ["choose(", "repeat(2: ", "if(hand>=1: ", "roll(1-6: ", 'if(": ', "min("])
@pytest.mark.parametrize("times", [11, 480])
def test_what_stands_too_deep_cannot_be_read(around, times):
    with pytest.raises(NotNotation):
        read_ability(f"A@any: {around * times}mana+1{')' * times}")
    with pytest.raises(NotNotation):
        read_ability(f"A@any: {around * times}")


def test_eight_effects_within_each_other_can_be_read_and_written():
    text = f"A@any: {'if(hand>=1: ' * 7}mana+min(hand,2){')' * 7}"
    assert write_ability(read_ability(text), from_hand=True) == text


def test_a_record_with_a_deep_card_is_refused():
    do = [{"op": "mana", "add": 1}]
    for _ in range(3000):
        do = [{"op": "repeat", "n": 1, "do": do}]
    cards = set_with(L_S03="A@any: mana+1")
    next(row for row in cards["cards"] if row["id"] == SCENE)["abilities"][0]["do"] = do
    with pytest.raises(BadCardSet) as refused:
        ACE_ROYAL.read(cards)
    assert refused.value.mistakes == (Mistake("cell", "cards", "L-S03", "abilities"),)


@pytest.mark.parametrize("number", ["1" * 30, "1" * 5000])
@pytest.mark.parametrize(
    "around", ["A@any: draw({})", "A@any(M{}): mana+1", "A@any[hand>={}]: mana+1", "A@any(K{}): mana+1"]
)
def test_a_number_that_is_no_number_any_more_cannot_be_read(around, number):
    with pytest.raises(NotNotation):
        read_ability(around.format(number))
