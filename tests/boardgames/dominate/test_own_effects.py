"""Every op and column of the vocabulary (3.9) that no shipped card asks for, played with a set that somebody made."""

from pathlib import Path

import msgspec
import pytest

from boardgames import dominate
from boardgames.card_set import BadCardSet, Mistake
from boardgames.card_sets.content import Content, mistakes, whole
from boardgames.card_sets.kinds import DOMINATE, shipped
from boardgames.dominate import ops
from boardgames.dominate.vocabulary import Card
from tabletop.game import Illegal
from tests.boardgames.dominate.table import Table, climax_table, setup_of

HAND = {"alice": "M2 M3 S3", "bob": "S3 S3 S4"}


def set_with(**changed):
    """The shipped set with columns of some cards changed: `{"HAL1": {"cost": 0}}`, wardens and others by their codes too."""
    own = {}
    for table, rows in shipped(DOMINATE).items():
        own[table] = [row | changed[row["code"]] for row in rows if row["code"] in changed]
    return whole(DOMINATE, Content(tables={table: rows for table, rows in own.items() if rows}))


def art(**columns):
    """HAL1, cheap and free of its own effects, with `columns` instead."""
    plain = {"power": 2, "cost": 0, "any_mana": True, "reveals": False, "use": []}
    return {"HAL1": plain | columns}


def table(changed, *, places=("field_a", "field_a", "field_b", "workshop"), **rest):
    rest = {
        "champions": {"alice": "HAL", "bob": "SEF"},
        "wardens": {"alice": "ILS", "bob": "COR"},
        "hands": HAND,
    } | rest
    at = Table(cards=set_with(**changed), **rest)
    return at.place(*places)


def shows(changed, *up, **rest):
    """Alice on field_a beside bob, with HAL1 and another card shown."""
    at = table(changed, **rest)
    at.say("alice", "commit", up=("HAL1", *(up or ("M2",))))
    return at


def use(op, **rest):
    return art(use=[op], **rest)


def test_a_state_knows_its_cards_and_so_does_a_view():
    at = table(art(power=9))
    assert at.state.cards.cards["HAL1"].power == 9
    assert dominate.view(at.state, ("bob",)).cards == at.state.cards != dominate.start(setup_of()).cards


@pytest.mark.parametrize(
    ("only", "counts"), [("hidden", True), ("revealed", False), ("contested", True), ("alone", False)]
)
def test_total_add_counts_only_where_its_condition_holds(only, counts):
    at = shows(use({"op": "total_add", "n": 3, "only": only}))
    if counts:
        at.say("alice", "use", card="HAL1")
        assert ("HAL1", 3) in at.why("alice")
    else:
        assert at.refused("alice", "use", card="HAL1") == "HAL1"


@pytest.mark.parametrize("only", ["fewest", "most"])
def test_total_add_knows_ranks(only):
    at = shows(use({"op": "total_add", "n": 3, "only": only}))
    at.give("bob", results=5 if only == "most" else 0)
    at.give("alice", results=0 if only == "most" else 3)
    at.give("carol", results=1).give("dave", results=1)
    assert at.refused("alice", "use", card="HAL1") == "HAL1"


def test_total_add_counts_cards_of_an_attribute():
    at = shows(use({"op": "total_add", "n": 2, "per": "might"}), "M2")
    at.say("alice", "use", card="HAL1")
    assert ("HAL1", 4) in at.why("alice")


def test_base_set_and_base_add_change_the_power_of_cards():
    at = shows(use({"op": "base_set", "n": 5, "attribute": "might", "at_most": 2}), "M3")
    at.say("alice", "use", card="HAL1")
    assert ("HAL1", 3) in at.why("alice")
    at = shows(use({"op": "base_add", "n": -1, "scope": "opponents"}), "M3")
    at.say("alice", "use", card="HAL1")
    at.say("alice", "done")
    at.say("bob", "commit", up=("S3", "S3"))
    assert ("HAL1", -2) in at.why("bob")


def test_terrain_set_comes_after_everything_else():
    at = shows(use({"op": "terrain_set", "n": 7}))
    at.say("alice", "use", card="HAL1")
    assert [term for term in at.why("alice") if term[0] in ("D-16", "HAL1")][-2:] == [("D-16", 3), ("HAL1", 4)]


def test_terrain_set_asks_for_a_token():
    at = shows(use({"op": "terrain_set", "n": 7})).mark("alice", token=0, token_field=None)
    assert at.refused("alice", "use", card="HAL1") == "HAL1"


def test_draw_takes_cards_and_the_turn_goes_on():
    at = shows(use({"op": "draw", "n": 2}))
    at.say("alice", "use", card="HAL1")
    assert at.seat("alice")["deck"] == 7
    assert at.waiting["for"] == "turn"


def test_swap_hand_lets_cards_go_for_new_ones():
    at = shows(use({"op": "swap_hand", "most": 1}))
    at.say("alice", "use", card="HAL1")
    assert at.waiting == {"who": "alice", "for": "swap_hand", "card": "HAL1"}
    assert at.refused("alice", "swap_hand", cards=["M3", "S3"]) == "HAL1"
    assert at.refused("alice", "swap_hand", cards=["M8"]) == "D-25"
    assert at.refused("alice", "done") == "D-18"
    offered = dominate.options(at.state, "alice")
    assert all(not isinstance(dominate.play(at.state, move), Illegal) for move in offered)
    at.say("alice", "swap_hand", cards=["M3"])
    assert at.player("alice").discard_down == ("M3",)
    assert len(at.player("alice").hand) == 2


def test_rebuild_hand_draws_a_whole_new_hand():
    at = shows(use({"op": "rebuild_hand"}))
    before = at.player("alice").hand
    at.say("alice", "use", card="HAL1")
    assert set(at.player("alice").discard_down) == set(before)
    assert len(at.player("alice").hand) == len(before)


@pytest.mark.parametrize(("target", "who"), [("self", "alice"), ("opponents", "bob")])
def test_no_draw_leaves_the_next_refill_out_once(target, who):
    at = shows(use({"op": "no_draw", "target": target}))
    at.say("alice", "use", card="HAL1")
    held = len(at.player("alice").hand)
    at.finish_round()
    assert len(at.player(who).hand) == (held if target == "self" else 1)
    at.finish_round()
    assert len(at.player(who).hand) == 3


def test_move_goes_where_its_card_says_for_its_price():
    at = shows(use({"op": "move", "places": ["field_b"], "cost": 1}))
    mana = at.player("alice").mana
    assert at.refused("alice", "use", card="HAL1", to="lookout") == "HAL1"
    at.say("alice", "use", card="HAL1", to="field_b")
    assert (at.player("alice").piece.place, at.player("alice").mana) == ("field_b", mana - 1)
    at = shows(use({"op": "move", "places": ["field_b"], "ignore_engaged": False}))
    assert at.refused("alice", "use", card="HAL1", to="field_b") == "HAL1"


@pytest.mark.parametrize("target", ["sole", "top", "all", "chosen"])
def test_rout_finds_its_opponents(target):
    at = shows(use({"op": "rout", "target": target}))
    at.say("alice", "use", card="HAL1", **({"target": "bob"} if target == "chosen" else {}))
    assert at.player("bob").piece.out_of_battle
    assert not at.player("alice").piece.routed


def test_rout_asks_for_spells_and_cards():
    at = shows(use({"op": "rout", "target": "sole", "spells": 1}))
    assert at.refused("alice", "use", card="HAL1") == "HAL1"
    at.give("bob", spells=1).say("alice", "use", card="HAL1")
    assert at.player("bob").piece.routed
    at = shows(use({"op": "rout", "target": "sole", "lacks": "ruse"}))
    at.say("alice", "use", card="HAL1")
    assert at.player("bob").piece.routed


def test_rout_total_and_bases_work_in_the_clash_too():
    at = table(art(clash=[{"op": "rout", "target": "all"}, {"op": "total_add", "n": 2}, {"op": "base_add", "n": 1}]))
    at.turn("alice", "HAL1", "M2").turn("bob", "S3", "S3").idle("carol", "dave")
    assert at.waiting["for"] == "clash"
    at.say("alice", "use", card="HAL1")
    assert at.player("bob").piece.routed
    assert at.why("alice")[2:] == [("HAL1", 2), ("D-16", 3), ("HAL1", 2)]


def test_reveal_opens_the_own_name_or_a_chosen_one():
    at = shows(use({"op": "reveal"}))
    at.say("alice", "use", card="HAL1")
    assert at.player("alice").revealed
    at = shows(use({"op": "reveal", "target": "chosen"}))
    assert at.refused("alice", "use", card="HAL1", target="carol") == "HAL1"
    at.say("alice", "use", card="HAL1", target="bob")
    assert (at.player("alice").revealed, at.player("bob").revealed) == (False, True)


def test_spell_add_and_spell_set_never_go_below_none():
    at = shows(use({"op": "spell_add", "n": 1}))
    at.say("alice", "use", card="HAL1")
    assert at.player("alice").spells == 4
    at = shows(use({"op": "spell_add", "n": -5, "target": "all"}))
    at.say("alice", "use", card="HAL1")
    assert (at.player("bob").spells, at.player("carol").spells) == (0, 3)
    at = shows(use({"op": "spell_set", "n": 1, "target": "chosen"}))
    at.say("alice", "use", card="HAL1", target="bob")
    assert at.player("bob").spells == 1


def test_mana_unlimited_lifts_the_cap_by_card_or_board():
    at = shows(use({"op": "mana_unlimited"}))
    at.say("alice", "use", card="HAL1")
    at.give("alice", mana=11).say("alice", "spell", purpose="mana")
    assert at.player("alice").mana == 15
    at = table({"ILS": {"mana_unlimited": True}})
    at.give("alice", mana=11).say("alice", "spell", purpose="mana")
    assert at.player("alice").mana == 15


def test_remove_self_takes_the_card_out_of_the_game():
    at = shows(use({"op": "remove_self"}))
    at.say("alice", "use", card="HAL1")
    at.finish_round()
    assert at.seat("alice")["arts"]["removed"] == ["HAL1"]


def test_play_range_adds_cards_of_certain_powers_free():
    at = shows(
        use({"op": "play_range", "most": 1, "low": 3, "high": 4, "free": True}), "M2", hands={"alice": "M2 M4 S3"}
    )
    mana = at.player("alice").mana
    at.say("alice", "use", card="HAL1")
    assert at.refused("alice", "extra", up=["M2"]) == "D-25"
    assert at.refused("alice", "extra", up=["M4", "S3"]) == "HAL1"
    at.say("alice", "extra", up=["M4"])
    assert at.player("alice").mana == mana
    assert ("M4", 4) in at.why("alice")


def test_play_extra_is_asked_for_beside_another_effect_of_its_card():
    at = shows(art(use=[{"op": "results_gain", "n": 1}, {"op": "play_extra", "most": 1, "power": 4}]))
    at.say("alice", "use", card="HAL1")
    assert (at.player("alice").results, at.waiting["for"]) == (1, "extra")


def test_play_extra_may_be_free():
    at = shows(use({"op": "play_extra", "most": 1, "power": 4, "free": True}), "M2", hands={"alice": "M2 M4 S3"})
    at.say("alice", "use", card="HAL1")
    mana = at.player("alice").mana
    at.say("alice", "extra", up=["M4"])
    assert at.player("alice").mana == mana


def test_silence_may_take_in_who_has_acted():
    at = table(
        {
            "SEF1": {
                "power": 1,
                "cost": 0,
                "any_mana": True,
                "reveals": False,
                "use": [{"op": "silence", "scope": "all"}],
            }
        }
    )
    at.turn("alice", "M2", "M3")
    at.say("bob", "commit", up=("SEF1", "S3"))
    at.say("bob", "use", card="SEF1")
    assert at.player("alice").piece.silenced_by == "SEF1"


def test_manual_asks_its_owner_and_does_what_he_says():
    at = shows(use({"op": "manual", "text": "거울을 봅니다"}))
    at.say("alice", "use", card="HAL1")
    assert at.waiting == {"who": "alice", "for": "manual", "card": "HAL1"}
    mana = at.player("bob").mana
    changes = [
        {"who": "bob", "what": "mana", "n": -1},
        {"who": "alice", "what": "total", "n": 2},
        {"who": "bob", "what": "rout", "n": 1},
    ]
    report = at.say("alice", "settle", changes=changes, note="둘 다 합의했습니다")
    assert (report.said[0].code, report.said[0].what) == ("settled", "둘 다 합의했습니다")
    assert at.player("bob").mana == mana - 1
    assert at.player("bob").piece.routed
    assert ("HAL1", 2) in at.why("alice")
    assert at.waiting["for"] == "turn"


def test_manual_may_come_to_nothing_and_names_seats_that_sit_here():
    at = shows(use({"op": "manual", "text": "?"}))
    at.say("alice", "use", card="HAL1")
    assert at.refused("alice", "settle", changes=[{"who": "eve", "what": "mana", "n": 1}]) == "format"
    assert at.refused("alice", "settle", changes=[{"who": "bob", "what": "mana", "n": 100}]) == "format"
    (offered,) = dominate.options(at.state, "alice")
    assert not isinstance(dominate.play(at.state, offered), Illegal)


@pytest.mark.parametrize(("n", "routed"), [(1, True), (0, False), (-1, False)])
def test_manual_routs_whom_a_number_above_nought_names(n, routed):
    at = shows(use({"op": "manual", "text": "?"}))
    at.say("alice", "use", card="HAL1")
    at.say("alice", "settle", changes=[{"who": "bob", "what": "rout", "n": n}])
    assert at.player("bob").piece.routed is routed


def test_after_effects_of_every_kind():
    after = [
        {"op": "results_double"},
        {"op": "winner_prize_add", "n": 1},
        {"op": "gain", "n": 2, "what": "mana", "when": "won"},
        {"op": "gain", "n": 1, "what": "spells"},
        {"op": "results_add", "n": 1, "when": "always"},
        {"op": "remove_self"},
    ]
    at = table(art(power=20, after=after), stakes=("crown-hostage",))
    at.turn("alice", "HAL1", "M2").turn("bob", "S3", "S3").idle("carol", "dave")
    got = [(what, value) for what, value, rule in at.changes("alice", 0) if rule == "HAL1"]
    assert got == [("results", 7), ("results", 1), ("mana", 2), ("spells", 1), ("results", 1)]
    assert at.seat("alice")["arts"]["removed"] == ["HAL1"]


def test_conditions_of_playing_a_card():
    assert table(art(only_if="revealed")).refused("alice", "commit", up=("HAL1", "M2")) == "HAL1"
    assert table(art(usable_mana=10)).refused("alice", "commit", up=("HAL1", "M2")) == "HAL1"
    assert table(art(usable_at=["field_b"])).refused("alice", "commit", up=("HAL1", "M2")) == "HAL1"


def test_a_lingering_card_counts_as_what_it_says_and_as_long():
    lingers = {"lingers": True, "linger_power": 4, "linger_attributes": ["arcane"], "linger_rounds": 1}
    at = shows(art(**lingers))
    at.say("alice", "done")
    at.idle("bob", "carol", "dave")
    at.finish_round() if at.waiting["for"] == "clash" else None
    assert at.player("alice").lingering == ("HAL1",)
    at.place("field_a", "workshop", "workshop", "workshop")
    assert ("HAL1", 4) in at.why("alice")
    at.finish_round()
    assert (at.player("alice").lingering, "HAL1" in at.player("alice").ready) == ((), True)


@pytest.mark.parametrize(
    ("when", "what"), [("setup", "results"), ("round_start", "mana"), ("cleanup", "results"), ("round_end", "spells")]
)
def test_boards_give_by_themselves_at_their_moments(when, what):
    at = table({"ILS": {"lasting": [{"op": "gain_at", "n": 1, "what": what, "when": when}]}})
    at.finish_round()
    assert (what, 1, "ILS") in [change for number in (0, 1) for change in at.changes("alice", number)]


def test_boards_give_on_placing_and_on_arriving_where_they_say():
    placed = {"op": "gain_at", "n": 1, "what": "results", "when": "place", "at": "field_a"}
    arrived = {"op": "gain_at", "n": 2, "what": "results", "when": "enter"}
    at = table({"ILS": {"lasting": [placed, arrived], "mana": 6}}, places=("field_a", "field_b", "field_b", "workshop"))
    assert at.player("alice").results == 1
    at.say("alice", "move", to="field_b")
    assert at.player("alice").results == 3


def test_a_board_gives_as_the_climax_begins():
    gain = {"op": "gain_at", "n": 4, "what": "results", "when": "enter_climax"}
    at = climax_table(9, 8, 7, 1, cards=set_with(ILS={"lasting": [gain]}), wardens={"alice": "ILS"})
    assert ("results", 4, "ILS") in at.changes("alice")


def test_a_card_gives_at_its_moment_only_where_it_lies_open():
    gain = {"op": "gain_at", "n": 1, "what": "results", "when": "cleanup"}
    given = []
    for up in ("HAL1", "M3"):
        at = table(art(lasting=[gain]))
        at.turn("alice", up, "M2").turn("bob", "S3", "S3").idle("carol", "dave")
        given.append(("results", 1, "HAL1") in at.changes("alice", 0))
    assert given == [True, False]


def test_a_card_that_lingers_goes_on_giving():
    gain = {"op": "gain_at", "n": 1, "what": "results", "when": "round_start"}
    at = table(art(lingers=True, lasting=[gain]))
    at.turn("alice", "HAL1", "M2").finish_round()
    assert ("results", 1, "HAL1") not in at.changes("alice", 0)
    assert ("results", 1, "HAL1") in at.changes("alice", 1)


def test_always_counts_as_long_as_it_lies_open():
    at = table(
        {"ILS": {"lasting": [{"op": "always", "n": 1, "only": "hidden"}, {"op": "always", "n": 1, "per": "might"}]}}
    )
    at.say("alice", "commit", up=("M2", "M3"))
    assert [value for rule, value in at.why("alice") if rule == "ILS"] == [1, 2]


def test_the_last_of_all_wins_where_his_board_says_so():
    at = climax_table(9, 8, 7, 1, cards=set_with(ILS={"wins_if_last": True}), wardens={"dave": "ILS"})
    assert at.result["outcome"]["by"] == "last_of_all"
    assert at.result["outcome"]["winners"] == ["dave"]


def test_situations_ban_lock_and_reward_one_attribute():
    at = table(
        {"clear-skies": {"bans": ["might"], "locks": ["field_b"]}}, places=("field_a", "field_b", "field_b", "workshop")
    )
    assert at.refused("alice", "move", to="field_b") == "clear-skies"
    assert at.refused("alice", "commit", up=("M2", "M3")) == "clear-skies"
    at = table({"clear-skies": {"same_attribute_total": 3}})
    at.say("alice", "commit", up=("M2", "M3"))
    assert ("clear-skies", 3) in at.why("alice")


def test_stakes_ban_lock_and_know_ranks():
    changed = {"crown-hostage": {"bans": ["swift"], "locks": True, "most_total": 2, "same_attribute_total": 1}}
    at = table(changed, stakes=("crown-hostage",))
    assert at.refused("alice", "commit", up=("M2", "S3")) == "crown-hostage"
    assert at.refused("alice", "spell", purpose="move", to="field_b") == "crown-hostage"
    at.say("alice", "commit", up=("M2", "M3"))
    assert [value for rule, value in at.why("alice") if rule == "crown-hostage"] == [2, 1]


@pytest.mark.parametrize(
    ("changed", "mistake"),
    [
        (
            art(use=[{"op": "draw", "n": 1}, {"op": "manual", "text": "x"}]),
            Mistake("unplayable", "arts", "HAL1", "use"),
        ),
        (art(clash=[{"op": "rout", "target": "chosen"}]), Mistake("unplayable", "arts", "HAL1", "clash")),
        ({"M2": {"once": True}}, Mistake("unplayable", "attacks", "M2", "once")),
        ({"M2": {"cost": 13}}, Mistake("bounds", "attacks", "M2", "cost")),
        ({"HAL": {"deck": {"M2": 11}}}, Mistake("deck", "champions", "HAL", "deck")),
        ({"COR": {"becomes": "NIX"}}, Mistake("stranger", "wardens", "COR", "becomes")),
        (art(use=[{"op": "fly"}]), Mistake("value", "arts", "HAL1", "use")),
        ({"crown-hostage": {"copies": 2}}, Mistake("number", "stakes")),
    ],
)
def test_a_set_that_cannot_be_played_with_names_card_and_column(changed, mistake):
    with pytest.raises(BadCardSet) as refused:
        DOMINATE.read(set_with(**changed))
    assert mistake in refused.value.mistakes


@pytest.mark.parametrize(
    ("code", "column", "least", "most"),
    [
        ("M2", "power", 0, 99),
        ("M2", "cost", 0, 12),
        ("COR", "mana", 0, 12),
        ("COR", "spells", 0, 99),
        ("crown-hostage", "results", 0, 99),
        ("clear-skies", "mana", 0, 99),
    ],
)
def test_how_small_and_how_large_a_number_of_a_card_may_be(code, column, least, most):
    for number in (least, most):
        DOMINATE.read(set_with(**{code: {column: number}}))
    for number in (least - 1, most + 1):
        with pytest.raises(BadCardSet) as refused:
            DOMINATE.read(set_with(**{code: {column: number}}))
        assert [(mistake.card, mistake.column) for mistake in refused.value.mistakes] == [(code, column)]


def test_the_shipped_set_has_no_mistakes_and_is_the_overlay_of_nothing():
    assert whole(DOMINATE, Content()) == shipped(DOMINATE)
    assert not mistakes(DOMINATE, Content())


def test_every_op_of_the_vocabulary_is_named_here():
    """A new op needs a test beside these, or a shipped card whose test stands with the others."""
    text = Path(__file__).read_text(encoding="utf-8")
    shipped_ops = {
        op["op"]
        for row in shipped(DOMINATE)["arts"] + shipped(DOMINATE)["attacks"]
        for key in ("use", "clash", "after")
        for op in row.get(key, ())
    }
    tags = {
        kind.__struct_config__.tag for kind in vars(ops).values() if isinstance(kind, type) and issubclass(kind, ops.Op)
    }
    assert {tag for tag in tags - {None, "Op"} if f'"{tag}"' not in text} - shipped_ops == set()


def test_views_stay_the_same_bytes_when_a_hidden_card_is_another():
    """I-6 with an own set: what bob hides changes nothing for alice."""
    at = table(use({"op": "swap_hand", "most": 2}))
    other = at.state
    for hand in (("S2", "S3", "S4"), ("A2", "A3", "A4")):
        at.give("bob", hand=hand)
        seen = msgspec.json.encode((dominate.view(at.state, ("alice",)), dominate.options(at.state, "alice")))
        assert seen == msgspec.json.encode((dominate.view(other, ("alice",)), dominate.options(other, "alice")))


def test_cards_of_an_own_set_are_typed():
    assert isinstance(table(art()).state.cards.cards["HAL1"], Card)
