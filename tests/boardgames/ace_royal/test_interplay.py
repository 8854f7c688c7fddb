"""Where two rules meet that are simple alone.

Rules: AG-4 with AG-42, AG-38 with A-26, AG-36 with L-H16, L-S11 with L-S10.
"""

from msgspec import to_builtins

from tests.boardgames.ace_royal.table import Table


def test_AG_4_and_AG_42_a_receiver_who_falls_by_paying_hands_the_coin_on_in_phase_0():
    at = Table(3, defeat_rule="mana_only").give("bob", mana=1)
    for _ in range(4):
        at.idle_turn()
    assert at.waiting == {"who": "bob", "for": "window", "step": "phase_end"}
    at.say("bob pass")
    cut_short = at.state.turns[-1]
    assert (cut_short.turn, cut_short.player, cut_short.coin) == (5, "bob", "carol")
    assert to_builtins(cut_short.transfer) == {"from": "alice", "to": "bob"}
    # the coin of the fallen is no transfer of the turn that follows
    assert (at.state.player, at.state.transfer, at.seat("carol").mana) == ("carol", None, 4)


def test_AG_36_what_raises_the_damage_of_a_servant_counts_against_a_proxy_too():
    at = Table(2, heroes={"alice": "L-H16"}).values(alice="5/5/5/5").give("bob", codes="L-K14")
    at.say("alice done", "alice assault bob").close("reveal").say("alice pass", "bob use L-K14").close("engagement")
    at.say("alice mode phys").close("assault").say("alice use L-H16 discard=L-K01,L-K02", "all pass")
    assert [(term.rule, term.value) for term in at.combat.strikes[0].damage.why] == [("A-48", 1), ("L-H16", 2)]


def test_L_S11_leaves_a_brace_against_the_first_mode_without_effect():
    at = Table(2, hands={"bob": "L-S10 L-S11"}).values(alice="6/5/5/5", bob="5/5/5/5").assault()
    at.say(
        "alice mode magic", "alice pass", "bob use L-S10 stat=md", "alice pass", "bob use L-S11", "all pass", "all pass"
    )
    struck = at.combat.strikes[0]
    assert (struck.mode, struck.attack.value, struck.defence.value) == ("phys", 6, 5)


def test_AG_38_a_dead_master_is_passed_the_coin_and_pays_for_it():
    at = Table(3).give("bob", dead=True, independent=True, mana=5)
    for _ in range(4):
        at.idle_turn()
    # one for his turn 2, one for the coin, one for his turn 5
    assert (at.state.holder, at.state.player, at.seat("bob").mana) == ("bob", "bob", 2)
