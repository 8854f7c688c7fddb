"""Every card of Lantern War does exactly what its row of the record format says."""

import pytest

from tests.boardgames.ace_royal.table import Table, move_of


def in_combat(window: str, **dealing) -> Table:
    """Alice and Bob fight, Carol looks on; `window` is open, Alice strikes with phys, Bob counters with phys."""
    at = Table(3, **dealing).say("alice done", "alice assault bob").close("reveal")
    for step in ("engagement", "assault", "assault_damage", "counter", "counter_damage"):
        if at.waiting["for"] == "mode":
            at.say(f"{at.waiting['who']} mode phys")
        if step == window:
            return at
        at.close(step)
    return at


def ask(at: Table, seat: str) -> Table:
    """Everybody before `seat` passes."""
    while at.waiting["who"] != seat:
        at.say(f"{at.waiting['who']} pass")
    return at


def used(at: Table, said: str) -> Table:
    """The use, once its user is asked."""
    return ask(at, said.split()[0]).say(said)


def bonus(at: Table, seat: str, card: str) -> dict[str, int]:
    return {change.stat: change.add for change in at.seat(seat).changes if change.rule == card}


def up(hero: str = "", class_: str = "", seat: str = "alice", players: int = 3, **options) -> Table:
    """A table in Alice's ritual, with the named cards of `seat` face-up."""
    heroes, classes = ({seat: hero} if hero else {}), ({seat: class_} if class_ else {})
    at = Table(players, heroes=heroes, classes=classes, **options)
    return at.give(seat, hero_up=True, class_up=True)


@pytest.mark.parametrize("window", ["assault_damage", "counter_damage"])
def test_L_H01_gives_3_attack_and_1_defence_for_two_cards_in_both_damage_windows(window):
    at = used(in_combat(window, heroes={"alice": "L-H01"}), "alice use L-H01 discard=L-K01,L-K02")
    assert bonus(at, "alice", "L-H01") == {"pa": 3, "pd": 1}
    at = in_combat("assault", heroes={"alice": "L-H01"})
    assert at.refused("alice use L-H01 discard=L-K01,L-K02") == "AG-16"


@pytest.mark.parametrize("stat", ["pa", "ma"])
@pytest.mark.parametrize("window", ["assault", "counter"])
def test_L_H02_gives_2_of_either_attack(window, stat):
    at = used(in_combat(window, heroes={"alice": "L-H02"}), f"alice use L-H02 discard=L-K01 stat={stat}")
    assert bonus(at, "alice", "L-H02") == {stat: 2}
    assert in_combat("assault", heroes={"alice": "L-H02"}).refused("alice use L-H02 discard=L-K01 stat=pd") == "AC-16"


@pytest.mark.parametrize("hero", ["L-H03", "L-H15"])
def test_L_H03_and_L_H15_give_3_attack_in_the_counter(hero):
    at = used(in_combat("counter", heroes={"bob": hero}), f"bob use {hero} discard=L-K01")
    assert bonus(at, "bob", hero) == {"pa": 3}


def test_L_H15_a_tie_in_C6_deals_1_as_defender_also_in_danger():
    at = Table(3, heroes={"bob": "L-H15"}).values(alice="5/5/5/5", bob="5/5/5/5").give("bob", servant="danger")
    at.assault().strike("phys").strike("phys")
    assert at.combat.strikes[1].damage.why[0].rule == "L-H15"
    assert at.damages == [1, 1]


def test_L_H15_not_by_proxy():
    at = Table(3, heroes={"bob": "L-H15"}).values(alice="5/4/5/5").give("bob", codes="L-K14")
    at.say("alice done", "alice assault bob").close("reveal").say("alice pass", "bob use L-K14", "all pass")
    at.strike("phys").strike("phys")
    assert at.combat.strikes[1].damage.why[0].rule == "A-53"


@pytest.mark.parametrize(("paid", "attack"), [("L-K01", 4), ("L-K01,L-K02,L-K03", 6)])
def test_L_H04_makes_a_creature_as_strong_as_what_is_paid(paid, attack):
    at = in_combat("engagement", heroes={"alice": "L-H04"}).say(f"alice use L-H04 discard={paid}")
    proxy = at.combat.proxies["alice"]
    assert (list(proxy.stats.values()), proxy.origin) == ([attack, 4, 3, 4], "servant")
    at = in_combat("engagement", heroes={"alice": "L-H04"})
    assert at.refused("alice use L-H04") == "format"
    assert at.refused_move({"by": "alice", "do": "use", "card": "L-H04", "discard": []}) == "AB-5"


@pytest.mark.parametrize(("paid", "added"), [("L-K01", 1), ("L-K01,L-K02,L-K03,L-K04", 3)])
def test_L_H05_adds_what_is_paid_but_no_more_than_3(paid, added):
    at = in_combat("assault", heroes={"alice": "L-H05"}).say(f"alice use L-H05 discard={paid}")
    assert bonus(at, "alice", "L-H05") == {"ma": added}


def test_L_H06_turns_down_to_draw_one_at_any_time():
    at = up("L-H06", seat="bob").say("bob use L-H06")
    assert (at.seat("bob").servant, len(at.seat("bob").hand)) == ("down", 5)


def test_L_C5_turns_down_to_draw_one_in_the_own_ritual():
    at = up("L-H06", "L-C5").say("alice use L-C5")
    assert (at.seat("alice").servant, len(at.seat("alice").hand)) == ("down", 6)
    assert up("L-H06", "L-C5", seat="bob").refused("bob use L-C5") == "AG-16"
    assert up("L-H06", "L-C5").say("alice done").refused("alice use L-C5") == "AG-16"


def test_L_H07_gives_2_attack_in_the_assault():
    at = in_combat("assault").say("alice use L-H07 discard=L-K01")
    assert bonus(at, "alice", "L-H07") == {"pa": 2}
    assert ask(in_combat("counter"), "alice").refused("alice use L-H07 discard=L-K01") == "AG-16"


@pytest.mark.parametrize(("hero", "stats"), [("L-H08", [4, 4, 4, 3]), ("L-H17", [4, 3, 2, 3])])
def test_L_H08_and_L_H17_make_a_creature_for_nothing(hero, stats):
    at = in_combat("engagement", heroes={"alice": hero}).say(f"alice use {hero}")
    proxy = at.combat.proxies["alice"]
    assert (list(proxy.stats.values()), proxy.origin) == (stats, "servant")


def hurt(hero: str = "L-H07", class_: str = "L-C1", **alice) -> Table:
    """Alice has hurt Bob, and C7 begins."""
    at = Table(3, heroes={"alice": hero}, classes={"alice": class_}).give("alice", **alice)
    return at.values(alice="7/7/7/7", bob="5/5/5/5").assault().strike("phys").strike("phys")


@pytest.mark.parametrize(
    ("hero", "coin"), [("L-H09", "depletion"), ("L-H10", "assassination"), ("L-H17", "assassination")]
)
def test_L_H09_L_H10_and_L_H17_put_a_coin_on_the_hurt_by_themselves(hero, coin):
    assert hurt(hero).waiting == {"who": "bob", "for": "coin", "coin": coin}


def test_a_working_trigger_of_the_hero_excludes_all_others():
    at = hurt("L-H10", "L-C6", codes="L-K18").say("bob accept")
    assert (at.waiting["step"], at.seat("bob").coins) == ("loss", 1)


def test_in_danger_the_heros_trigger_does_not_work_and_a_codes_may():
    at = Table(3, heroes={"alice": "L-H10"}).values(alice="7/7/7/7", bob="5/5/5/5").assault()
    at.give("alice", servant="danger", codes="L-K18").strike("phys").strike("phys")
    assert at.asked == ("alice", "trigger")
    assert at.refused("alice trigger L-H10") == "format"


@pytest.mark.parametrize("paid", ["discard=L-K01", "free"])
def test_L_C6_may_put_an_assassination_coin_for_a_card_or_a_spell(paid):
    at = hurt("L-H02", "L-C6")
    assert at.asked == ("alice", "trigger")
    at.say(f"alice trigger L-C6 {paid}", "bob accept")
    alice = at.seat("alice")
    assert (at.seat("bob").assassination, len(alice.hand) + alice.spells) == (1, 7)


@pytest.mark.parametrize(("code", "coin"), [("L-K18", "assassination"), ("L-K19", "depletion")])
def test_L_K18_and_L_K19_may_be_turned_down_to_put_a_coin(code, coin):
    at = hurt(codes=code).say(f"alice trigger {code}")
    assert at.waiting == {"who": "bob", "for": "coin", "coin": coin}
    assert at.seat("alice").codes[0].down


def test_a_trigger_may_be_declined_and_only_one_works():
    at = hurt(codes="L-K18 L-K19").say("alice pass")
    assert at.waiting["step"] == "loss"
    at = hurt(codes="L-K18 L-K19").say("alice trigger L-K18", "bob accept")
    assert at.waiting["step"] == "loss"


def test_a_trigger_needs_damage_a_living_master_and_no_proxy():
    at = Table(3).give("alice", codes="L-K18").values(alice="4/5/5/5", bob="4/5/5/5").assault()
    assert at.strike("phys").strike("phys").waiting["step"] == "loss"
    at = Table(3).give("alice", codes="L-K18").give("bob", dead=True, independent=True).values(alice="7/7/7/7")
    assert at.assault().strike("phys").strike("phys").waiting["step"] == "loss"
    at = Table(3).give("alice", codes="L-K18 L-K14").values(bob="3/3/3/3")
    at.say("alice done", "alice assault bob").close("reveal").say("alice use L-K14", "all pass")
    assert at.strike("phys").strike("phys").waiting["step"] == "loss"


def test_damage_to_a_proxy_counts_for_a_trigger():
    at = Table(3).give("alice", codes="L-K18").give("bob", codes="L-K14").values(alice="7/7/7/7")
    at.say("alice done", "alice assault bob").close("reveal").say("alice pass", "bob use L-K14", "all pass")
    assert at.strike("phys").strike("phys").asked == ("alice", "trigger")


@pytest.mark.parametrize(("mode", "terms"), [("phys", [("A-48", 2), ("L-H11", -1)]), ("magic", [("A-48", 2)])])
def test_L_H11_takes_one_less_while_the_mode_is_physical(mode, terms):
    at = Table(3, heroes={"bob": "L-H11"}).values(alice="7/5/7/5", bob="5/5/5/5").assault().strike(mode)
    assert [(term.rule, term.value) for term in at.combat.strikes[0].damage.why] == terms


def test_L_H12_pays_two_cards_for_one_mana():
    at = up("L-H12").say("alice use L-H12 discard=L-K01,L-K02")
    assert (at.seat("alice").mana, len(at.seat("alice").hand)) == (6, 3)


def test_L_K11_gives_itself_for_one_mana():
    at = Table(3).give("bob", codes="L-K11").say("bob use L-K11")
    assert (at.seat("bob").mana, at.seat("bob").codes, at.state.grail_seat) == (6, (), ("L-K11",))


def test_L_S04_recovers_one_mana():
    assert Table(3, hands={"bob": "L-S04"}).say("bob use L-S04").seat("bob").mana == 6


def test_L_H13_takes_2_of_both_defences_of_the_opponent():
    at = in_combat("engagement", heroes={"alice": "L-H13"}).say("alice use L-H13 discard=L-K01")
    assert bonus(at, "bob", "L-H13") == {"pd": -2, "md": -2}
    at.close("engagement").strike("phys")
    assert ("L-H13", -2) in [(term.rule, term.value) for term in at.combat.strikes[0].defence.why]


def test_L_H14_keeps_one_code_of_the_opponent_from_counting_for_the_combat():
    at = Table(3, heroes={"alice": "L-H14"}).give("bob", codes="L-K02 L-K02 L-K10 L-K09")
    at.assault().say("alice mode phys", "alice use L-H14 discard=L-K01 code=L-K02").close("assault").close(
        "assault_damage"
    )
    why = [(term.rule, term.value) for term in at.combat.strikes[0].defence.why]
    # it still counts as a code, so the banner still waves
    assert why[-2:] == [("L-K02", 1), ("L-K10", 1)]
    at.strike("phys").say("all pass")
    assert not any(code.muted for code in at.seat("bob").codes)


def test_L_H14_needs_a_code_the_opponent_has():
    at = in_combat("assault", heroes={"alice": "L-H14"}).give("bob", codes="L-K02")
    assert at.refused("alice use L-H14 discard=L-K01 code=L-K05") == "AC-16"


def test_L_H16_adds_2_to_a_damage_of_1_or_more():
    at = Table(3, heroes={"alice": "L-H16"}).values(alice="6/5/5/5", bob="5/5/5/5").assault()
    at.say("alice mode phys").close("assault").say("alice use L-H16 discard=L-K01,L-K02", "all pass")
    assert [(term.rule, term.value) for term in at.combat.strikes[0].damage.why] == [("A-48", 1), ("L-H16", 2)]


def test_L_H16_is_checked_on_use_only():
    at = Table(3, heroes={"alice": "L-H16"}).values(alice="6/5/5/5", bob="5/5/5/5").give("bob", codes="L-K01 L-K03")
    at.assault().say("alice mode phys").close("assault").say("alice use L-H16 discard=L-K01,L-K02")
    at.say("bob spell b stat=pd", "all pass")
    assert [(term.rule, term.value) for term in at.combat.strikes[0].damage.why] == [("A-50", 0), ("L-H16", 2)]


@pytest.mark.parametrize("alice", ["4/5/5/5", "proxy"])
def test_L_H16_needs_damage_by_the_servant_itself(alice):
    at = Table(3, heroes={"alice": "L-H16"}).give("alice", codes="L-K14").values(bob="5/3/5/5")
    if alice == "proxy":
        at.say("alice done", "alice assault bob").close("reveal").say("alice use L-K14", "all pass")
    else:
        at.values(alice=alice, bob="5/5/5/5").assault()
    at.say("alice mode phys").close("assault")
    assert at.refused("alice use L-H16 discard=L-K01,L-K02") == "AC-16"


def test_L_H16_is_not_for_the_defender():
    at = ask(in_combat("assault_damage", heroes={"bob": "L-H16"}), "bob")
    assert at.refused("bob use L-H16 discard=L-K01,L-K02") == "AC-16"


@pytest.mark.parametrize(("class_up", "servant"), [(True, "upright"), (False, "down")])
def test_L_C1_keeps_L_S02_from_turning_the_servant_down_while_it_is_up(class_up, servant):
    at = Table(3, hands={"alice": "L-S02"}, classes={"bob": "L-C1", "alice": "L-C2"}, heroes={"bob": "L-H07"})
    at.give("bob", class_up=class_up).say("alice use L-S02 target=bob", "chance roll 3")
    assert at.seat("bob").servant == servant


def test_L_C1_is_lost_without_aptitude():
    at = Table(3, hands={"alice": "L-S02"}, classes={"bob": "L-C1", "alice": "L-C2"}, heroes={"bob": "L-H06"})
    at.give("bob", class_up=True).say("alice use L-S02 target=bob", "chance roll 3")
    assert at.seat("bob").servant == "down"


@pytest.mark.parametrize(("class_", "code"), [("L-C3", ""), ("L-C1", "L-K09")])
def test_L_C3_and_L_K09_give_first_strike(class_, code):
    at = Table(3, classes={"alice": class_}).give("alice", codes=code).values(alice="6/5/5/5", bob="5/5/5/5")
    assert at.assault().strike("phys").waiting["step"] == "loss"


def test_L_K09_works_down_as_well():
    at = Table(3).give("alice", codes="L-K09").values(alice="6/5/5/5", bob="5/5/5/5").assault()
    down = tuple(type(code)(code.card, down=True) for code in at.seat("alice").codes)
    assert at.give("alice", codes=down).strike("phys").waiting["step"] == "loss"


@pytest.mark.parametrize(
    ("seat", "said"),
    [
        ({}, "bob use L-C4 discard=L-K01"),
        ({"codes": "L-K21"}, "bob use L-K21"),
        ({"hand": "L-S01"}, "bob use L-S01"),
    ],
)
def test_L_C4_L_K21_and_L_S01_cancel_the_combat(seat, said):
    at = in_combat("engagement", heroes={"bob": "L-H07"}, classes={"bob": "L-C4"}).give("bob", **seat)
    assert used(at, said).combat.cancelled


def test_L_C4_and_L_K21_are_for_the_defender_and_L_S01_is_for_anybody():
    at = in_combat("engagement", classes={"alice": "L-C4"}).give("alice", codes="L-K21")
    assert at.refused("alice use L-C4 discard=L-K01") == "AG-16"
    assert at.refused("alice use L-K21") == "AG-16"
    at = in_combat("engagement", hands={"carol": "L-S01"}).give("carol", codes="L-K21 L-K14")
    assert ask(at, "carol").refused("carol use L-K21") == "AG-16"
    assert at.refused("carol use L-K14") == "AG-16"
    assert at.say("carol use L-S01").combat.cancelled


def test_L_C7_has_chance_discard_one_card_of_the_assaulter_after_the_gift():
    at = Table(3, classes={"alice": "L-C7"}).values(alice="7/7/7/7", bob="5/5/5/5").give("bob", hand="L-S09")
    at.assault().strike("phys").strike("phys").say("all pass", "chance card L-S09")
    assert at.waiting == {"who": "chance", "for": "card", "from": "alice"}
    at.say("chance card L-S09")
    assert "L-S09" in at.state.grail_seat


def test_L_C7_asks_its_price_even_of_a_cancelled_combat():
    at = in_combat("engagement", classes={"alice": "L-C7"}, hands={"bob": "L-S01"})
    used(at, "bob use L-S01")
    assert at.waiting == {"who": "chance", "for": "card", "from": "alice"}


@pytest.mark.parametrize(
    ("class_of", "alice"),
    [("alice", {"hand": ""}), ("alice", {"servant": "danger"}), ("bob", {}), ("alice", {"hero": "L-H06"})],
)
def test_L_C7_needs_a_working_card_of_the_assaulter_and_a_hand(class_of, alice):
    at = Table(3, classes={class_of: "L-C7"}).values(alice="4/7/4/7", bob="4/7/4/7").assault()
    at.strike("phys").strike("phys").give("alice", **alice).say("all pass")
    assert at.waiting.get("for") != "card"


@pytest.mark.parametrize(
    ("code", "changes"),
    [
        ("L-K01", {"pa": 1}),
        ("L-K02", {"pd": 1}),
        ("L-K03", {"ma": 1}),
        ("L-K04", {"md": 1}),
        ("L-K05", {"pa": 2, "pd": -1}),
        ("L-K06", {"ma": 2, "md": -1}),
        ("L-K07", {"pd": 2, "pa": -1}),
        ("L-K08", {"md": 2, "ma": -1}),
    ],
)
def test_L_K01_to_L_K08_add_as_printed(code, changes):
    found = {}
    for mode, attack, defence in (("phys", "pa", "pd"), ("magic", "ma", "md")):
        at = Table(3).give("alice", codes=code).assault().strike(mode).strike(mode)
        for stat, side in ((attack, at.combat.strikes[0].attack), (defence, at.combat.strikes[1].defence)):
            found[stat] = sum(term.value for term in side.why if term.rule == code)
    assert {stat: add for stat, add in found.items() if add} == changes


@pytest.mark.parametrize(("codes", "adds"), [("L-K10 L-K12 L-K13 L-K20", True), ("L-K10 L-K12 L-K13", False)])
def test_L_K10_adds_1_with_four_codes_itself_included(codes, adds):
    at = Table(3).give("alice", codes=codes).assault().strike("magic")
    assert (("L-K10", 1) in [(term.rule, term.value) for term in at.combat.strikes[0].attack.why]) is adds


@pytest.mark.parametrize("state", ["down", "danger"])
@pytest.mark.parametrize("said", ["bob use L-K12 discard=L-K01", "bob use L-S07"])
def test_L_K12_and_L_S07_turn_the_servant_upright(state, said):
    at = Table(3, hands={"bob": "L-S07"}).give("bob", codes="L-K12", servant=state)
    assert at.say(said).seat("bob").servant == "upright"
    at = Table(3, hands={"bob": "L-S07"}).give("bob", codes="L-K12")
    assert at.refused(said) == "AC-16"


def test_L_K13_draws_one_and_then_asks_for_a_discard():
    at = Table(3, draws="L-S01 L-K05").give("bob", codes="L-K13").say("bob use L-K13")
    assert (at.waiting, at.seat("bob").hand[-1]) == ({"who": "bob", "for": "discard", "count": 1}, "L-K05")
    assert at.refused("bob discard L-S01") == "AC-15"
    assert at.refused("bob spell a") == "format"
    assert at.say("bob discard L-K05").state.grail_seat == ("L-K05",)


def test_L_K13_asks_nothing_where_there_is_nothing_to_choose():
    at = Table(3, draws="L-S01 L-K05").give("bob", codes="L-K13", hand="").say("bob use L-K13")
    assert (at.seat("bob").hand, at.state.grail_seat) == ((), ("L-K05",))
    at = Table(3).give("bob", codes="L-K13", hand="").table(deck=()).say("bob use L-K13")
    assert at.asked == ("alice", "ritual")


@pytest.mark.parametrize(
    ("code", "stats", "first_strike"),
    [
        ("L-K14", [4, 4, 2, 2], False),
        ("L-K15", [2, 5, 2, 4], False),
        ("L-K16", [2, 2, 5, 3], False),
        ("L-K17", [5, 5, 3, 3], True),
    ],
)
def test_L_K14_to_L_K17_fight_in_the_servants_place_and_stay_upright(code, stats, first_strike):
    at = used(in_combat("engagement").give("bob", codes=code), f"bob use {code}")
    proxy = at.combat.proxies["bob"]
    assert (list(proxy.stats.values()), proxy.first_strike, proxy.origin) == (stats, first_strike, "code")
    assert not at.seat("bob").codes[0].down


def test_L_K15_is_for_the_defender():
    assert in_combat("engagement").give("alice", codes="L-K15").refused("alice use L-K15") == "AG-16"


def test_L_K23_takes_one_from_the_damage_of_the_defender_also_from_0():
    at = Table(3).give("bob", codes="L-K23").values(alice="4/5/5/5", bob="5/5/5/5").assault()
    at.say("alice mode phys").close("assault")
    used(at, "bob use L-K23").say("all pass")
    why = [(term.rule, term.value) for term in at.combat.strikes[0].damage.why]
    assert why == [("A-50", 0), ("L-K23", -1), ("AG-19", 1)]
    at = in_combat("assault_damage").give("alice", codes="L-K23")
    assert at.refused("alice use L-K23") == "AG-16"


@pytest.mark.parametrize(
    ("card", "stat", "adds", "said"),
    [
        ("L-K24", "pa", 2, "alice use L-K24"),
        ("L-S08", "pa", 3, "alice use L-S08"),
        ("L-S09", "ma", 3, "alice use L-S09"),
        ("L-S10", "pd", 3, "alice use L-S10 stat=pd"),
        ("L-S10", "md", 3, "alice use L-S10 stat=md"),
    ],
)
@pytest.mark.parametrize("window", ["assault", "counter"])
def test_L_K24_L_S08_L_S09_and_L_S10_last_for_one_strike(card, stat, adds, said, window):
    at = in_combat(window, hands={"alice": "L-S08 L-S09 L-S10"}).give("alice", codes="L-K24")
    used(at, said)
    assert bonus(at, "alice", card) == {stat: adds}
    at.close(window)
    assert bonus(at, "alice", card) == {stat: adds}
    at.close(f"{window}_damage")
    assert bonus(at, "alice", card) == {}


def test_AG_46_the_same_card_changes_a_stat_of_a_servant_only_once_at_a_time():
    at = in_combat("assault").give("alice", hand="L-S08 L-S08 L-S10 L-S10")
    for said in ("L-S08", "L-S08", "L-S10 stat=pd", "L-S10 stat=md"):
        used(at, f"alice use {said}")
    assert bonus(at, "alice", "L-S08") == {"pa": 3}
    assert bonus(at, "alice", "L-S10") == {"pd": 3, "md": 3}
    assert at.state.grail_seat.count("L-S08") == 2
    at.close("assault").close("assault_damage")
    assert at.combat.strikes[0].attack.value == 10


@pytest.mark.parametrize(
    ("roll", "bob", "alice"),
    [(1, "down", "upright"), (3, "down", "upright"), (4, "upright", "upright"), (6, "upright", "down")],
)
def test_L_S02_turns_down_the_target_the_user_or_nobody(roll, bob, alice):
    at = Table(3, hands={"alice": "L-S02"}, classes={"alice": "L-C2", "bob": "L-C3"})
    at.say("alice use L-S02 target=bob")
    assert at.waiting == {"who": "chance", "for": "roll", "card": "L-S02"}
    at.say(f"chance roll {roll}")
    assert (at.seat("bob").servant, at.seat("alice").servant) == (bob, alice)


def test_L_S02_leaves_a_servant_in_danger_there_and_may_be_aimed_at_oneself():
    at = Table(3, hands={"alice": "L-S02 L-S02"}, classes={"alice": "L-C2"}).give("bob", servant="danger")
    at.say("alice use L-S02 target=bob", "chance roll 2")
    assert at.seat("bob").servant == "danger"
    assert at.say("alice use L-S02 target=alice", "chance roll 2").seat("alice").servant == "down"


def test_L_S03_draws_two():
    assert len(Table(3, hands={"bob": "L-S03"}).say("bob use L-S03").seat("bob").hand) == 5


def test_L_S05_and_L_S06_may_be_aimed_at_anybody_who_is_not_out():
    at = Table(3, hands={"alice": "L-S05 L-S06"}).give("carol", out=True)
    assert at.refused("alice use L-S05 target=carol") == "AC-16"
    assert at.refused("alice use L-S05 target=eve") == "format"
    at.say("alice use L-S05 target=alice", "alice accept", "alice use L-S06 target=bob", "bob accept")
    assert (at.seat("alice").assassination, at.seat("bob").depletion) == (1, 1)


def test_L_S15_bars_the_target_until_the_end_of_his_own_turn():
    at = Table(3, hands={"alice": "L-S15"}).say("alice use L-S15 target=bob").idle_turn()
    assert at.say("bob done").refused("bob assault alice") == "L-S15"
    at.say("bob pass").discard_rest().idle_turn()
    assert not at.seat("bob").barred


def test_L_S15_on_oneself_in_the_own_turn_ends_with_it():
    at = Table(3, hands={"alice": "L-S15"}).say("alice use L-S15 target=alice", "alice done")
    assert at.refused("alice assault bob") == "L-S15"
    assert not at.say("alice pass").discard_rest().seat("alice").barred


def test_L_S11_turns_the_mode_round_for_the_side_that_is_struck():
    at = in_combat("assault", hands={"alice": "L-S11", "bob": "L-S11"})
    assert at.refused("alice use L-S11") == "AC-16"
    used(at, "bob use L-S11").close("assault").close("assault_damage")
    assert at.combat.strikes[0].mode == "magic"
    at = ask(in_combat("counter", hands={"alice": "L-S11"}), "alice")
    events = at.move(move_of("alice use L-S11"))
    assert at.combat.mode == "magic"
    assert [(event.seat, event.word) for event in events if event.code == "mode"] == [("bob", "magic")]


def test_L_S12_takes_a_random_card_of_another_player_with_a_hand():
    at = Table(3, hands={"alice": "L-S12"}).give("carol", hand="")
    assert at.refused("alice use L-S12 target=alice") == "AC-16"
    assert at.refused("alice use L-S12 target=carol") == "AC-16"
    at.say("alice use L-S12 target=bob", "chance card L-K03")
    assert (at.seat("alice").hand[-1], len(at.seat("bob").hand)) == ("L-K03", 3)


def test_L_S13_destroys_one_face_up_code_of_anybody_an_upright_one_first():
    at = Table(3, hands={"alice": "L-S13"}).give("bob", codes="L-K01 L-K01", facedown=("L-K02",))
    down = tuple(type(code)(code.card, down=number == 0) for number, code in enumerate(at.seat("bob").codes))
    at.give("bob", codes=down)
    assert at.refused("alice use L-S13 target=bob code=L-K02") == "AC-16"
    at.say("alice use L-S13 target=bob code=L-K01")
    assert [code.down for code in at.seat("bob").codes] == [True]


@pytest.mark.parametrize("window", ["reveal", "engagement"])
def test_L_S16_gives_first_strike_for_the_combat(window):
    at = (
        Table(3, hands={"alice": "L-S16"}).values(alice="6/5/5/5", bob="5/5/5/5").say("alice done", "alice assault bob")
    )
    if window == "engagement":
        at.close("reveal")
    at.say("alice use L-S16").close("reveal").close("engagement").strike("phys")
    assert at.waiting["step"] == "loss"


def test_L_S16_is_for_the_two_who_fight():
    at = Table(3, hands={"carol": "L-S16"}).say("alice done", "alice assault bob")
    assert ask(at, "carol").refused("carol use L-S16") == "AG-16"


def test_AC_21_every_holder_of_a_counterword_is_asked_from_the_turn_player_clockwise():
    at = Table(4, hands={"bob": "L-S03", "carol": "L-S14", "alice": "L-S14"}).give("carol", spells=0)
    at.say("bob use L-S03")
    assert at.waiting == {"who": "alice", "for": "negate", "card": "L-S03"}
    at.say("alice pass")
    assert at.asked == ("carol", "negate")
    at.say("carol use L-S14")
    assert (len(at.seat("bob").hand), sorted(at.state.grail_seat)) == (3, ["L-S03", "L-S14"])
    assert at.asked == ("alice", "ritual")


def test_AC_21_the_user_is_not_asked_himself_and_a_dead_holder_is():
    at = Table(3, hands={"alice": "L-S03 L-S14", "bob": "L-S14"}).give("bob", dead=True, mana=0)
    at.say("alice use L-S03")
    assert at.asked == ("bob", "negate")
    assert len(at.say("bob pass").seat("alice").hand) == 6


def test_a_negated_scene_keeps_its_cost_and_a_counterword_costs_a_card():
    at = Table(3, hands={"alice": "L-S12"}).give("bob", hand="L-S14", depletion=1)
    at.say("alice use L-S12 target=bob", "bob use L-S14")
    assert at.seat("bob").dead


def test_of_several_copies_a_use_takes_the_first_that_is_upright_and_not_used():
    at = Table(3).give("alice", codes="L-K13 L-K13").say("alice use L-K13", "alice discard L-K01", "alice use L-K13")
    assert [code.down for code in at.seat("alice").codes] == [True, True]


def test_a_down_code_keeps_its_constant_effect():
    at = Table(3).give("alice", codes="L-K01").assault()
    down = tuple(type(code)(code.card, down=True) for code in at.seat("alice").codes)
    at.give("alice", codes=down).strike("phys")
    assert ("L-K01", 1) in [(term.rule, term.value) for term in at.combat.strikes[0].attack.why]
