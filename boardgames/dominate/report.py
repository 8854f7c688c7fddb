"""What a move did, as it is announced to the table: codes, seats, cards and numbers, nothing that anybody hides. Pure.

The report is read off the two states around the move, so that no rule has to talk while it acts. A look at a face-down
stake and the faces of cards laid face down are nobody else's business and leave no word here.
"""

from collections.abc import Iterator

import msgspec

from boardgames.dominate.annals import Elimination, Round
from boardgames.dominate.moves import (
    Champions,
    Commit,
    Convert,
    Deck,
    Done,
    Extra,
    Move,
    MoveTo,
    Settle,
    Shard,
    Situations,
    Spell,
    Stakes,
    Start,
    Swap,
    SwapHand,
    Use,
    Warden,
    Wardens,
)
from boardgames.dominate.state import Player, State
from boardgames.dominate.vocabulary import FIELDS


class Said(msgspec.Struct, frozen=True, omit_defaults=True):
    """One announced fact; `code` has its sentence in the templates, the rest are what the sentence needs."""

    code: str
    who: str = ""
    rule: str = ""
    what: str = ""
    at: str = ""
    value: int = 0
    cards: tuple[str, ...] = ()
    seats: tuple[str, ...] = ()


class Report(msgspec.Struct, frozen=True):
    said: tuple[Said, ...]


def report_of(before: State, move: Move, after: State) -> Report:
    return Report((*_declared(move), *_players(before, after), *_rounds(before, after), *_ending(before, after)))


def _declared(move: Move) -> Iterator[Said]:
    by = move.by
    match move:
        case Wardens(wardens=dealt):
            yield from (Said("warden_taken", seat, rule=code) for seat, code in dealt.items())
        case Warden(warden=code):
            yield Said("warden_taken", by, rule=code)
        case Champions():
            yield Said("champions_dealt")
        case Deck(who=who):
            yield Said("deck_shuffled", who)
        case Stakes():
            yield Said("stakes_shuffled")
        case Situations(cards=cards):
            yield Said("situations_shuffled", value=len(cards))
        case Start(who=who):
            yield Said("start_drawn", who)
        case Convert(use=use):
            yield Said("converted" if use else "not_converted", by)
        case MoveTo(to=to):
            yield Said("moved", by, at=to)
        case Spell(use_for=purpose, to=to):
            yield Said("spell_cast", by, what=purpose, at=to if isinstance(to, str) else "")
        case Shard(use_for=purpose):
            yield Said("shards_spent", by, what=purpose)
        case Commit(up=up, down=down):
            yield Said("cards_played", by, cards=up, value=len(down))
        case Use(card=card, to=to, target=target):
            seats = (target,) if isinstance(target, str) else ()
            yield Said("effect_used", by, rule=card, at=to if isinstance(to, str) else "", seats=seats)
        case Extra(up=up):
            yield Said("extra_played", by, cards=up)
        case SwapHand(cards=cards):
            yield Said("hand_swapped", by, value=len(cards))
        case Settle(note=note):
            yield Said("settled", by, what=note)
        case Done():
            yield Said("done", by)
        case Swap(use=use) if not use:
            yield Said("not_swapped", by)


def _players(before: State, after: State) -> Iterator[Said]:
    for old, new in zip(before.players, after.players, strict=True):
        if old is not new:
            yield from _player(old, new)


def _player(old: Player, new: Player) -> Iterator[Said]:
    if old.warden and old.warden != new.warden:
        yield Said("swapped", new.seat, rule=new.warden or "")
    if old.revealed != new.revealed:
        code = "name_revealed" if new.revealed else "name_hidden"
        yield Said(code, new.seat, rule=(new.champion or "") if new.revealed else "")
    if old.piece.place is None and new.piece.place is not None:
        return
    routed = new.piece.out_of_battle
    if routed != old.piece.out_of_battle and new.piece.place is not None:
        yield Said("routed" if routed else "rout_lifted", new.seat)
    if new.piece.silenced_by and not old.piece.silenced_by:
        yield Said("silenced", new.seat, rule=new.piece.silenced_by)


def _rounds(before: State, after: State) -> Iterator[Said]:
    if after.now is None and before.now is None:
        return
    known = len(before.past)
    rounds = after.past if after.now is None else (*after.past, after.now)
    for number, now in enumerate(rounds[known:]):
        old = before.now if number == 0 else None
        if old is None:
            yield from _eliminated(after.eliminations, now.round)
            yield Said("round_begun", now.start, value=now.round, what="climax" if now.climax else "normal")
            old = Round(now.round, now.climax, now.start)
        yield from _preparation(old, now)
        yield from _laid(before, after, now)
        yield from _course(old, now)
        yield from _turned_up(before, after, now)


def _preparation(old: Round, now: Round) -> Iterator[Said]:
    if now.situation and not old.situation:
        yield Said("situation_turned", rule=now.situation)
    if now.npc and not old.npc:
        yield Said("npc_stands", at=now.npc)


def _laid(before: State, after: State, now: Round) -> Iterator[Said]:
    """Stakes as the table sees them: open or face down."""
    old = before.now.stakes if before.now and before.now.round == now.round else None
    for field in FIELDS:
        known = len(old.on(field)) if old else 0
        for place, code in enumerate(now.stakes.on(field)):
            if place >= known:
                yield _stake(code, field, face_down=after.face_down and field == "field_b" and place == 0)


def _turned_up(before: State, after: State, now: Round) -> Iterator[Said]:
    """D-19: after the last piece is placed, and told after it."""
    if before.face_down and not after.face_down:
        yield Said("stake_turned", rule=now.stakes.field_b[0], at="field_b")


def _stake(code: str, field: str, *, face_down: bool) -> Said:
    return Said("stake_face_down", at=field) if face_down else Said("stake_laid", rule=code, at=field)


def _course(old: Round, now: Round) -> Iterator[Said]:
    for placed in now.placed[len(old.placed) :]:
        yield Said("placed", placed.who, at=placed.at, value=placed.token)
    for turn in now.turns[len(old.turns) :]:
        if turn.power is not None:
            yield Said("power_shown", turn.who, at=turn.at, value=turn.power)
    for battle in now.battles[len(old.battles) :]:
        for total in battle.totals:
            yield Said("total", total.who, what="routed" if total.routed else "standing", value=total.total)
        yield Said("field_won" if battle.winners else "field_lost_by_all", at=battle.field, seats=battle.winners)
    for change in now.changes[len(old.changes) :]:
        yield Said("change", change.who, rule=change.rule, what=change.what, value=change.value)


def _eliminated(eliminations: tuple[Elimination, ...], number: int) -> Iterator[Said]:
    for step in eliminations:
        if step.before_round == number:
            yield from (Said("eliminated", rule=step.rule, seats=group) for group in step.out)
            yield from (Said("spared", who) for who in step.spared)
            if step.tie:
                yield Said("elimination_tied", rule=step.rule)


def _ending(before: State, after: State) -> Iterator[Said]:
    if after.ended_by and not before.ended_by:
        yield from _eliminated(after.eliminations, after.past[-1].round + 1)
        yield Said("game_ended", what=after.ended_by, seats=after.winners)
