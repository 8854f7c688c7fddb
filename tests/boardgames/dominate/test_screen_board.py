"""Dominate's board as a picture: what a field pays and would pay, who is ahead, the phase, and whom the next cut spares."""

import pytest
from django.template.loader import render_to_string
from msgspec.structs import replace

from boardgames import dominate
from boardgames.box import Sight
from boardgames.shelf import box_of
from tabletop.game import Illegal
from tests.boardgames.dominate.random_play import random_game
from tests.boardgames.dominate.table import Table

NAMES = {seat: seat for seat in ("alice", "bob", "carol", "dave", "s5", "s6", "s7")}


def screen_of(state, seat=""):
    view = dominate.view(state, (seat,) if seat else ())
    return box_of("dominate").screen(Sight(view, seat, NAMES))


def spots(state):
    return {spot.code: spot for spot in screen_of(state).spots}


def test_an_empty_field_and_a_lone_piece_say_what_it_would_pay_if_fought_over():
    """D-36, D-37: the stake alone, and 2 more on field A, 3 more on field B where two meet."""
    table = Table(stakes=("anvil-yard", "crown-hostage"))
    assert (spots(table.state)["field_a"].prize, spots(table.state)["field_a"].fought) == (3, 5)
    assert (spots(table.state)["field_b"].prize, spots(table.state)["field_b"].fought) == (0, 3)
    table.place("field_a", "field_a")
    assert (spots(table.state)["field_a"].prize, spots(table.state)["field_a"].fought) == (5, None)


def test_whoever_has_most_power_in_company_is_marked_and_who_is_routed_never():
    table = Table(stakes=("crown-hostage", "anvil-yard")).place("field_a", "field_a", "field_b", "workshop")
    ahead = {piece.seat for spot in spots(table.state).values() for piece in spot.pieces if piece.leads}
    assert ahead == {"alice"}  # the token +3 against +1; carol is alone, so nobody is behind her
    level = Table(stakes=("crown-hostage", "rubble")).place("workshop", "workshop", "field_b", "field_b")
    assert not any(piece.leads for spot in spots(level.state).values() for piece in spot.pieces)
    table.give("alice", piece=replace(table.player("alice").piece, routed=True))
    ahead = {piece.seat for spot in spots(table.state).values() for piece in spot.pieces if piece.leads}
    assert ahead == {"bob"}


def test_a_closed_field_offers_no_tokens():
    closed = [
        (state, spot)
        for state, _, _ in random_game(5, seats=4)
        for spot in screen_of(state).spots
        if spot.closed and spot.code == "field_b"
    ]
    assert closed
    assert all(spot.tokens == () for _, spot in closed)


@pytest.mark.parametrize("seed", range(4))
def test_the_cut_that_is_told_is_the_one_that_comes(seed):
    """D-48 … D-51: after so many rounds, down to so many, unless ties take more with them or all are equal."""
    told = None
    for state, _, played in random_game(seed, options={}):
        if told and len(played.state.eliminations) > len(state.eliminations):
            step = played.state.eliminations[-1]
            gone = sum(len(group) for group in step.out)
            assert step.before_round == told[1]
            if not step.tie and not step.spared:
                assert len(state.order) - gone <= told[0]
        cut = screen_of(state).cut if state.now else None
        told = (cut.left, state.round.round + cut.rounds) if cut else told
    assert told


@pytest.mark.parametrize(
    ("what", "phase"), [("place", "outpost"), ("turn", "action"), ("extra", "action"), ("clash", "battle")]
)
def test_D_10_the_phase_of_the_round_is_marked(what, phase):
    for seed in range(9):
        for state, _, _ in random_game(seed, options={}):
            screen = screen_of(state)
            if screen.asked == what:
                assert screen.phase == phase
                return
    raise AssertionError(f"nobody was ever asked for {what}")


def test_DG_36_a_situation_about_stakes_says_in_the_short_game_that_there_are_none():
    said = "짧은 게임에는 이벤트가 없으니"
    for mode, expected in (("short", True), ("standard", False)):
        screen = screen_of(Table(situations=("market-day",), mode=mode).state)
        assert (said in render_to_string("boardgames/dominate/screen/board.html", {"screen": screen})) == expected
    assert not screen_of(Table(situations=("clear-skies",), mode="short").state).stakeless


def choices_of(table: Table, seat: str):
    options = dominate.options(table.state, seat)

    def after(move):
        return dominate.view(dominate.play(table.state, move).state, (seat,))

    def refusal(move):
        played = dominate.play(table.state, move)
        return played if isinstance(played, Illegal) else None

    sight = Sight(dominate.view(table.state, (seat,)), seat, NAMES, options, refusal, after)
    return box_of("dominate").screen(sight)


def drawn(part: str, screen) -> str:
    return " ".join(render_to_string(f"boardgames/dominate/screen/{part}.html", {"screen": screen}).split())


def test_a_card_that_is_banned_is_no_reason_against_the_card_beside_it():
    """The art is refused for want of mana, not for the ruse card that the sealed field forbids."""
    table = Table(stakes=("sealed-chapel",), hands={"alice": "VAN M2 M3"}, champions={"alice": "GIL"})
    table.place("field_a", "workshop", "workshop", "workshop")
    why = {held.code: held.why.rule for held in choices_of(table, "alice").choices.picker.cards if held.why}
    assert {why["GIL1"], why["GIL2"]} == {"D-26"}


def test_what_is_asked_in_a_turn_is_what_is_left_to_do():
    table = Table(hands={"alice": "M2 M3 M4"}).place("field_a", "field_a", "workshop", "workshop")
    screen = choices_of(table, "alice")
    assert not screen.choices.walks  # D-22: bob stands beside her
    assert "내 차례: 카드를 냅니다" in drawn("turn", screen)
    table.say("alice", "commit", up=("M2", "M3"))
    told = drawn("turn", choices_of(table, "alice"))
    assert "카드의 효과와 령주를 더 쓸 수 있습니다" in told


def test_choices_of_boards_say_what_they_are_with_the_numbers_of_the_set():
    table = Table(wardens={"alice": "COR"}).place("field_a", "workshop", "workshop", "workshop")
    shards = {
        choice.kind: choice.pays for choice in choices_of(table, "alice").choices.buttons if "shard" in choice.kind
    }
    assert shards == {"shard_mana": 1, "shard_power": 3}
    table = Table(wardens={"alice": "LIS"}, seats=("alice", "bob", "carol", "dave", "s5", "s6", "s7"))
    table.give("alice", mana=9).finish_round()
    choices = {choice.kind: (choice.pays, choice.wins) for choice in choices_of(table, "alice").choices.buttons}
    assert choices == {"convert_yes": (3, 2), "convert_no": (0, 0)}
