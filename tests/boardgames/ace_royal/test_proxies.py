"""Proxy combat.

Rules: A-5, A-6, A-64, A-65, A-66, A-67, A-68, AG-33, AG-34, AG-35, AG-36.
"""

import pytest

from tests.boardgames.ace_royal.table import Table


def with_creature(hand: str = "L-K01 L-K02", **options) -> Table:
    """Alice, whose hero makes creatures, in the engagement window of her assault."""
    at = Table(3, heroes={"alice": "L-H08", "bob": "L-H03"}, **options).give("alice", hand=hand)
    return at.say("alice done", "alice assault bob").close("reveal")


def fought(bob: str, **options) -> Table:
    at = with_creature(**options).values(bob=bob).say("alice use L-H08", "all pass")
    return at.strike("phys").strike("phys")


def test_A_64_and_AG_36_a_proxy_fights_with_its_printed_values_only():
    at = with_creature().give("alice", codes="L-K01 L-K09").values(bob="5/4/5/5")
    at.say("alice use L-H08", "bob pass", "carol pass", "alice spell b stat=pa", "all pass").strike("phys")
    assert [(term.rule, term.value) for term in at.combat.strikes[0].attack.why] == [("L-H08", 4)]
    # the first strike of the Servant's boots is not the creature's
    assert (at.damages, at.waiting["step"]) == ([1], "counter")


def test_A_65_and_A_5_a_hurt_code_is_lost_without_loss_of_mana():
    at = Table(3).give("bob", codes="L-K15 L-K01").values(alice="6/5/5/5")
    at.say("alice done", "alice assault bob").close("reveal").say("alice pass", "bob use L-K15", "all pass")
    at.strike("phys").strike("phys")
    bob = at.seat("bob")
    assert ([code.card for code in bob.codes], bob.mana, bob.servant) == (["L-K01"], 5, "upright")


def test_A_65_an_unhurt_code_stays_and_may_be_used_next_turn():
    at = Table(3).give("bob", codes="L-K15").values(alice="4/5/5/5")
    at.say("alice done", "alice assault bob").close("reveal").say("alice pass", "bob use L-K15", "all pass")
    at.strike("phys").strike("phys").say("all pass").discard_rest()
    code = at.seat("bob").codes[0]
    assert (code.card, code.down, code.used, code.proxy) == ("L-K15", False, (), False)


def test_A_65_a_code_that_is_no_longer_set_is_not_lost_twice():
    at = Table(3, hands={"carol": "L-S13"}).give("bob", codes="L-K15 L-K15").values(alice="6/5/5/5")
    at.say("alice done", "alice assault bob").close("reveal").say("alice pass", "bob use L-K15")
    at.say("carol use L-S13 target=bob code=L-K15", "all pass").strike("phys").strike("phys")
    assert [code.card for code in at.seat("bob").codes] == ["L-K15"]
    assert at.state.grail_seat.count("L-K15") == 1


def test_A_66_and_A_6_a_creature_costs_a_code_whatever_the_result():
    at = fought("3/4/2/5")
    assert at.damages == [1, 0]
    assert at.waiting == {"who": "alice", "for": "price"}
    assert at.refused("alice discard L-S01") == "AC-15"
    at.say("alice discard L-K02")
    assert (at.seat("alice").hand, at.seat("alice").servant, at.seat("alice").mana) == (("L-K01",), "upright", 5)


def test_A_66_only_a_code_pays_unless_any_card_may():
    at = fought("3/4/2/5", hand="L-K01 L-S01")
    assert (at.seat("alice").hand, at.waiting["step"]) == (("L-S01",), "loss")
    at = fought("3/4/2/5", hand="L-K01 L-S01", proxy_price="any_card")
    assert at.asked == ("alice", "price")
    assert at.say("alice discard L-S01").seat("alice").hand == ("L-K01",)


@pytest.mark.parametrize(
    ("threshold", "counter", "servant"), [(1, 5, "down"), (2, 5, "upright"), (2, 6, "down"), (1, 4, "upright")]
)
def test_A_67_and_AG_33_damage_to_the_creature_turns_its_servant_down(threshold, counter, servant):
    at = fought(f"{counter}/4/2/5", hand="L-K01", proxy_down_threshold=threshold)
    assert (at.seat("alice").servant, at.seat("alice").mana) == (servant, 5)


@pytest.mark.parametrize("counter", [3, 6])
def test_A_68_who_cannot_pay_falls_into_danger_even_from_down(counter):
    at = fought(f"{counter}/4/2/5", hand="L-S01")
    assert (at.seat("alice").servant, at.seat("alice").hand) == ("danger", ("L-S01",))


def test_AG_34_one_proxy_a_side_and_combat():
    at = with_creature().give("alice", codes="L-K14").say("alice use L-K14", "bob pass", "carol pass")
    assert at.refused("alice use L-H08") == "AC-16"
    assert at.say("all pass").combat.proxies["alice"].card == "L-K14"


def test_AG_34_the_price_is_paid_before_the_gift_comes():
    at = fought("3/4/2/5", hand="L-S01").say("all pass")
    assert at.waiting == {"who": "chance", "for": "card", "from": "bob"}
    assert at.seat("alice").servant == "danger"


def test_AG_35_a_side_by_proxy_that_hurt_nobody_gives_a_card():
    at = fought("6/6/2/5", hand="L-K01 L-S01")
    assert at.damages == [0, 2]
    assert at.say("all pass").waiting == {"who": "chance", "for": "card", "from": "alice"}


def test_AG_36_what_protects_the_servant_does_not_protect_its_proxy():
    at = Table(3, heroes={"bob": "L-H11"}).give("bob", codes="L-K14 L-K23").values(alice="6/5/5/5")
    at.say("alice done", "alice assault bob").close("reveal").say("alice pass", "bob use L-K14", "all pass")
    at.say("alice mode phys", "all pass", "alice pass", "bob use L-K23", "all pass")
    assert at.damages == [2]


def test_a_cancelled_combat_costs_no_price():
    at = with_creature(hand="L-K01").give("bob", codes="L-K21").say("alice use L-H08", "bob use L-K21")
    assert (at.seat("alice").hand, at.seat("alice").servant) == (("L-K01",), "upright")


def test_L_K17_a_proxy_has_its_own_first_strike():
    at = Table(3).give("alice", codes="L-K17").values(bob="5/5/5/5")
    at.say("alice done", "alice assault bob").close("reveal").say("alice use L-K17", "all pass").strike("phys")
    assert (at.damages, at.waiting["step"]) == ([1], "loss")
