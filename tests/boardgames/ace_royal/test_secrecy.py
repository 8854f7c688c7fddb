"""Who knows what (rules part 4.3, I-6): nothing a seat gets changes with what others hide, and eve sees the least."""

import random

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from boardgames import ace_royal
from boardgames.ace_royal.agenda import NegateQuestion
from boardgames.ace_royal.cards import CARDS, CLASSES, HEROES
from boardgames.ace_royal.play import asked
from boardgames.ace_royal.state import State, changed
from boardgames.ace_royal.view import GiftView
from tests.boardgames.ace_royal.random_games import any_house_rules, whole_game
from tests.boardgames.ace_royal.table import SEATS, Table

ALICE = "alice"


def resampled(state: State, dice: random.Random) -> State:
    """Another table that looks the same to Alice: what she cannot see is dealt again."""
    others = [master for master in state.masters.values() if master.id != ALICE]
    stock = [*state.deck, *(card for master in others for card in (*master.hand, *master.facedown))]
    dice.shuffle(stock)
    for master in others:
        hand = tuple(stock.pop() for _ in master.hand)
        facedown = tuple(stock.pop() for _ in master.facedown)
        state = changed(state, master.id, hand=hand, facedown=facedown)
    return _other_servants(replace(state, deck=tuple(stock)), dice)


def _other_servants(state: State, dice: random.Random) -> State:
    hidden = [master for master in state.masters.values() if master.id != ALICE]
    held = {card for master in state.masters.values() for card in (master.hero, master.class_)}
    heroes = [hero for hero in HEROES if hero not in held]
    classes = [card for card in CLASSES if card not in held]
    for master in hidden:
        if state.rules.class_swap == "all_open":
            continue
        if master.hero and not master.hero_up and heroes:
            state = changed(state, master.id, hero=heroes.pop(dice.randrange(len(heroes))))
        pool_is_secret = state.rules.class_swap in ("hidden_pool", "none")
        if master.class_ and not master.class_up and classes and pool_is_secret:
            state = changed(state, master.id, class_=classes.pop(dice.randrange(len(classes))))
    return state


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 2**32 - 1))
def test_I_6_alice_sees_and_may_do_the_same_whatever_the_others_hide(seed):
    dice = random.Random(seed)
    for before, _, _ in whole_game(seed, players=dice.randint(2, 5), moves=150, **any_house_rules(dice)):
        question = asked(before)
        if question and question.asks == "pick":
            continue
        other = resampled(before, dice)
        assert msgspec.json.encode(ace_royal.view(other, (ALICE,))) == msgspec.json.encode(
            ace_royal.view(before, (ALICE,))
        )
        assert ace_royal.options(other, ALICE) == ace_royal.options(before, ALICE)


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 2**32 - 1))
def test_eve_and_the_gm_see_no_hidden_card_and_nothing_that_a_player_does_not_see(seed):
    for _, _, played in whole_game(seed, players=3, moves=120):
        state = played.state
        for seats in ((), ("gm",)):
            seen = ace_royal.view(state, seats)
            assert all((seat.cards, seat.facedown_cards, seat.seen_pool) == (None,) * 3 for seat in seen.seats)
            assert seen.handed == ()
            for seat, master in zip(seen.seats, state.masters.values(), strict=True):
                assert seat.hero == (master.hero if master.hero_up else None)
                assert seat.class_ == (master.class_ if master.class_up else None)
        assert ace_royal.view(state, ()) == ace_royal.view(state, ("gm",))
        assert ace_royal.options(state, "eve") == ()


@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 2**32 - 1))
def test_no_hidden_card_stands_in_the_announced_report(seed):
    for before, _, played in whole_game(seed, players=4, moves=150):
        state = played.state
        open_cards = {*state.grail_seat, *before.grail_seat, *state.class_pool, *before.class_pool}
        for table in (before, state):
            for master in table.masters.values():
                open_cards.update(code.card for code in master.codes)
                open_cards.update(
                    card
                    for card, up in ((master.hero, master.hero_up), (master.class_, master.class_up))
                    if card and up
                )
        assert {event.card for event in played.report.events if event.card} <= open_cards


@pytest.fixture
def at() -> Table:
    return Table(3, hands={"alice": "L-S12 L-S01", "bob": "L-S14 L-K05"})


def test_hand_cards_are_the_owners_and_a_number_to_all_others(at):
    own, other = ace_royal.view(at.state, ("alice",)).seats[:2]
    assert own.cards == tuple(sorted(at.seat("alice").hand))
    assert (other.cards, other.hand) == (None, 4)


def test_face_down_hero_and_class_are_the_owners_until_they_are_up(at):
    own, other, _ = ace_royal.view(at.state, ("alice",)).seats
    assert (own.hero, other.hero, other.class_) == ("L-H07", None, None)
    at.say("alice reveal hero")
    assert ace_royal.view(at.state, ()).seats[0].hero == "L-H07"


def test_servant_totals_are_whole_only_with_both_cards_and_codes_always_count(at):
    at.give("bob", codes="L-K01", hero_up=True)
    seen = ace_royal.view(at.state, ("alice",)).seats[1]
    assert (seen.stats["pa"], seen.whole) == (4 + 1, False)
    own = ace_royal.view(at.state, ("bob",)).seats[1]
    assert (own.stats["pa"], own.whole) == (4 + 1 + 1, True)


def test_face_down_slot_cards_are_the_owners_and_a_number_to_all_others(at):
    at.say("alice facedown L-S01")
    assert ace_royal.view(at.state, ("alice",)).seats[0].facedown_cards == ("L-S01",)
    seen = ace_royal.view(at.state, ("bob",)).seats[0]
    assert (seen.facedown, seen.facedown_cards) == (1, None)


def test_a_taken_card_is_known_to_giver_and_taker_only(at):
    at.say("alice use L-S12 target=bob", "bob pass", "chance card L-K05")
    assert [gift.card for gift in ace_royal.view(at.state, ("bob",)).handed] == ["L-K05"]
    assert [gift.card for gift in ace_royal.view(at.state, ("alice",)).handed] == ["L-K05"]
    assert ace_royal.view(at.state, ("carol",)).handed == ()


def test_a_gift_is_shown_as_a_card_to_giver_and_taker_and_as_a_gift_to_all():
    at = Table(3).values(alice="7/7/7/7", bob="5/5/5/5").assault().strike("phys").strike("phys").say("all pass")
    at.say("chance card L-K02")
    assert ace_royal.view(at.state, ("carol",)).combat.gift == GiftView("bob", "alice", None)
    assert ace_royal.view(at.state, ("bob",)).combat.gift.card == "L-K02"


def test_who_is_asked_for_a_counterword_is_told_to_him_alone(at):
    at.give("alice", hand="L-S03").say("alice use L-S03")
    assert isinstance(asked(at.state), NegateQuestion)
    assert ace_royal.view(at.state, ("bob",)).waiting_for["who"] == "bob"
    seen = ace_royal.view(at.state, ("alice",))
    assert (seen.waiting_for, seen.pending) == ({"who": None, "for": "negate", "card": "L-S03"}, ())


def test_who_is_asked_in_a_window_is_told_to_him_alone():
    at = Table(3).say("alice done", "alice assault bob")
    assert at.asked == ("alice", "window")
    seen = {who: ace_royal.view(at.state, (who,)) for who in ("alice", "bob", "carol", "gm")}
    assert seen["alice"].waiting_for["who"] == "alice"
    assert {seen[who].waiting_for["who"] for who in ("bob", "carol", "gm")} == {None}
    at.say("alice pass")
    # alice has passed, bob is asked: carol and eve cannot tell that anything happened
    assert ace_royal.view(at.state, ("carol",)) == seen["carol"]
    assert ace_royal.view(at.state, ("gm",)) == seen["gm"]


def test_a_running_strike_shows_its_numbers_with_their_reasons_to_all():
    at = Table(2).assault().say("alice mode phys")
    standing = ace_royal.view(at.state, ()).combat.standing
    for total in (standing.attack, standing.defence, standing.damage):
        assert total.value == sum(term.value for term in total.why)
    at.close("assault").close("assault_damage")
    assert ace_royal.view(at.state, ()).combat.standing is None


def test_deck_order_and_undrawn_heroes_are_nobodys(at):
    for seats in ((), ("gm",), *((seat,) for seat in SEATS[:3])):
        seen = ace_royal.view(at.state, seats)
        assert (seen.deck, seen.heroes) == (len(at.state.deck), None)


def test_the_view_holds_nothing_but_ids_of_open_cards_and_numbers(at):
    text = msgspec.json.encode(ace_royal.view(at.state, ())).decode()
    assert [card for card in CARDS if f'"{card}"' in text and CARDS[card].type != "class"] == []
