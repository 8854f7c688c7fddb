"""What holds in every game (4.3 of the rules; I-2, I-11, I-12, I-13), played at random over all tables and house rules."""

from collections import Counter
from itertools import chain, permutations, product

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardgames import dominate
from boardgames.dominate.cards import SHIPPED
from boardgames.dominate.moves import Commit, Convert, Done, Extra, MoveTo, Peek, PlaceAt, Shard, Spell, Swap, Use
from boardgames.dominate.vocabulary import ALONG_THE_ARROWS
from boardgames.record_reading import replay_record
from tabletop.game import Illegal
from tests.boardgames.dominate.random_play import random_game

seeds = st.integers(min_value=0, max_value=2**32)
a_few = settings(max_examples=25, deadline=None)


def check_cards(state):
    """4.3, 1: no card is lost, none is made."""
    for player in state.players:
        if not player.deck and not player.hand and not player.discard:
            continue
        shown = [code for code in (entry.code for entry in player.piece.shown) if code not in ("EDGE", "BOLT")]
        attacks = Counter(chain(player.hand, player.deck, player.discard, player.piece.down))
        attacks += Counter(code for code in shown if code not in SHIPPED.arts)
        expected = Counter(SHIPPED.attack_deck(player.champion, player.warden if player.warden != "LIS" else "PIE"))
        assert attacks == expected
        arts = [*player.ready, *player.lingering, *player.spent, *player.removed]
        arts += [code for code in shown if code in SHIPPED.arts]
        assert sorted(arts) == sorted(SHIPPED.champions[player.champion].arts)


def check_tokens(state):
    """4.3, 2 to 4: mana between 0 and the cap, tokens and places held by as many as there are."""
    for player in state.players:
        assert 0 <= player.mana <= state.rules.mana_cap
        assert player.spells >= 0
        assert player.shards is None or 0 <= player.shards <= 9
        assert state.rules.results_floor == "none" or player.results >= 0
    places = Counter(player.piece.place for player in state.players)
    assert places["workshop"] <= 4
    assert places["lookout"] <= 1
    held = Counter((player.piece.token_field, player.piece.token) for player in state.players if player.piece.token)
    assert all(number == 1 for number in held.values())


def check_decks(state):
    """4.3, 9: twenty stakes, ten normal situations."""
    rounds = state.past if state.now is None else (*state.past, state.now)
    if state.stake_deck or state.stakes_used:
        in_play = [] if state.now is None else [*state.now.stakes.field_a, *state.now.stakes.field_b]
        if state.step.what not in ("swap",):
            assert Counter((*state.stake_deck, *state.stakes_used, *in_play)) == Counter(SHIPPED.all_stakes)
    if state.situations_removed:
        turned = [entry.situation for entry in rounds if entry.situation and not entry.climax]
        every = [*state.situations, *state.situations_removed, *turned]
        assert sorted(every) == sorted(SHIPPED.normal_situations)


def check_reports(state):
    """I-12 and 4.3, 6 and 7: totals and prizes are the sums of their reasons, shares cover the prize and no more."""
    rounds = state.past if state.now is None else (*state.past, state.now)
    for battle in chain.from_iterable(entry.battles for entry in rounds):
        assert any(total.who != "npc" for total in battle.totals)
        assert battle.prize == sum(term.value for term in battle.why)
        assert all(total.total == sum(term.value for term in total.why) for total in battle.totals)
        if battle.winners and state.rules.share == "ceil":
            assert battle.prize <= battle.share * len(battle.winners) < battle.prize + len(battle.winners)
    for player in state.players:
        changes = [change for entry in rounds for change in entry.changes if change.who == player.seat]
        if rounds:
            assert player.results == sum(change.value for change in changes if change.what == "results")


@given(seeds)
@a_few
def test_no_card_token_or_result_comes_from_nowhere(seed):
    left = None
    for _, _, played in random_game(seed):
        state = played.state
        for check in (check_cards, check_tokens, check_decks, check_reports):
            check(state)
        in_game = sum(player.state != "out" for player in state.players)
        assert left is None or in_game <= left
        left = in_game
    assert len(state.winners) == 1 or state.ended_by == "shared"


@given(seeds)
@a_few
def test_a_game_read_from_its_record_is_the_game_played(seed):
    moves, setup = [], None
    for state, move, played in random_game(seed):
        setup = state.setup
        moves.append(msgspec.json.decode(msgspec.json.encode(move)))
        assert dominate.read_move(moves[-1]) == move
        last = played.state
    record = msgspec.json.decode(msgspec.json.encode(setup)) | {"moves": moves}
    assert replay_record(dominate, record) == dominate.result(last)


def every_word(state, seat):
    """Every move that could be thought of: all words, with the cards the seat has anything to do with."""
    who = state.players[[player.seat for player in state.players].index(seat)]
    cards = [*dict.fromkeys((*who.hand, *SHIPPED.champions[who.champion].arts, "EDGE"))]
    yield from (Convert(seat, use=True), Swap(seat, use=False), Peek(seat), Done(seat))
    yield from (PlaceAt(seat, at) for at in ALONG_THE_ARROWS)
    yield from (MoveTo(seat, to) for to in ALONG_THE_ARROWS)
    yield from (Spell(seat, purpose) for purpose in ("mana", "power"))
    yield from (Spell(seat, "move", to) for to in ALONG_THE_ARROWS)
    yield from (Shard(seat, purpose) for purpose in ("mana", "bolt", "power"))
    shown = [entry.code for entry in who.piece.shown]
    for card in (SHIPPED.cards[code] for code in dict.fromkeys((*shown, "VAN", "SID", "IRE2"))):
        if card.asks_where:
            yield from (Use(seat, card.code, to=to) for to in ALONG_THE_ARROWS)
        elif card.asks_whom:
            yield from (Use(seat, card.code, target=player.seat) for player in state.players)
        else:
            yield Use(seat, card.code)
    for up in range(4):
        yield from (Commit(seat, cards_up, down) for cards_up in permutations(cards, up) for down in _downs(who.hand))
    yield from (Commit(seat, (code, code)) for code in who.hand)
    for number in range(4):
        yield from (Extra(seat, up) for up in permutations(who.hand, number))


def _downs(hand):
    return [(), *((code,) for code in dict.fromkeys(hand)), *dict.fromkeys(permutations(hand, 2))]


@given(seeds)
@settings(max_examples=6, deadline=None)
def test_every_option_is_accepted_and_nothing_outside_them_is(seed):
    for number, (state, _, _) in enumerate(random_game(seed)):
        awaits = dominate.awaits(state)
        if awaits.chance or number % 7:
            continue
        seat = awaits.seats[0]
        offered = dominate.options(state, seat)
        assert len(offered) == len(set(offered))
        assert all(not isinstance(dominate.play(state, move), Illegal) for move in offered)
        if state.players[0].champion:
            others = set(every_word(state, seat)) - set(offered)
            assert all(isinstance(dominate.play(state, move), Illegal) for move in others)


@given(seeds)
@settings(max_examples=10, deadline=None)
def test_only_who_is_asked_has_options(seed):
    for state, _, _ in random_game(seed):
        asked = dominate.awaits(state).seats
        for seat in (*state.setup.seat_ids, "gm", "npc", "chance"):
            assert bool(dominate.options(state, seat)) is (seat in asked)


@given(seeds)
@settings(max_examples=10, deadline=None)
def test_a_refused_move_changes_nothing_and_never_raises(seed):
    for state, move, _ in random_game(seed):
        before = hash(state)
        for by, other in product((*state.setup.seat_ids, "npc"), ("spell", "done", "place")):
            read = dominate.read_move(
                {"by": by, "do": other} | {"spell": {"for": "mana"}, "place": {"at": "workshop"}}.get(other, {})
            )
            dominate.play(state, read)
        assert hash(state) == before
        assert dominate.read_move(msgspec.to_builtins(move)) == move


@pytest.mark.parametrize("seats", range(3, 8))
def test_all_table_sizes_play_to_an_end(seats):
    for seed in range(3):
        *_, (_, _, played) = random_game(seed, seats=seats, options={})
        assert played.state.ended_by in ("last_left", "tiebreak")
        assert dominate.result(played.state).waiting_for is None
