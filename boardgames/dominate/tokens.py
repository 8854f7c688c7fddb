"""Command spells 令咒 and the Jeweller's shards: tokens spent in the own turn, at any moment of it (D-55 … D-59). Pure."""

from msgspec import UNSET

from boardgames.dominate.annals import Term
from boardgames.dominate.movement import refuse_entry, relocate
from boardgames.dominate.moves import Shard, Spell
from boardgames.dominate.state import Shown, State, board_of, gain, on_battlefield, with_piece
from boardgames.dominate.vocabulary import FIELDS, ShardUse
from tabletop.game import Illegal


def refuse_spell(state: State, who: int, spell: Spell) -> Illegal | None:
    player = state.players[who]
    if not player.spells:
        return Illegal("no_spell_left", "D-56")
    if spell.to is UNSET:
        return None
    if spell.to == player.piece.place or not _within_reach(state, spell.to):
        return Illegal("spell_reach", "DX-6")
    return refuse_entry(state, who, spell.to)


def cast(state: State, who: int, spell: Spell) -> State:
    """DX-6; two at once are two moves (D-58)."""
    rules = state.rules
    state = gain(state, who, "spells", -1, "D-59")
    match spell.use_for:
        case "mana":
            return gain(state, who, "mana", rules.spell_mana, "DX-6")
        case "power":
            spells = state.players[who].piece.power_spells + 1
            return add_own_term(with_piece(state, who, power_spells=spells), who, "DX-6", rules.spell_power)
        case "move":
            return relocate(state, who, str(spell.to))


def refuse_shard(state: State, who: int, shard: Shard) -> Illegal | None:
    player = state.players[who]
    board = board_of(state, who)
    code, use = board.code, board.shard_uses.get(shard.use_for)
    if use is None:
        return Illegal("no_shards", "COR")
    if shard.use_for in player.piece.shard_uses:
        return Illegal("shard_use_made", code)
    if use.shards > (player.shards or 0):
        return Illegal("shards_few", code, numbers={"shards": use.shards})
    if use.card and not (player.piece.committed and on_battlefield(state, who)):
        return Illegal("bolt_without_cards", code)
    return None


def spend_shards(state: State, who: int, shard: Shard) -> State:
    player = state.players[who]
    board = board_of(state, who)
    code, use = board.code, board.shard_uses[shard.use_for]
    state = with_piece(state, who, shard_uses=(*player.piece.shard_uses, shard.use_for))
    state = gain(state, who, "shards", -use.shards, code)
    match shard.use_for:
        case "mana":
            return gain(state, who, "mana", use.n, code)
        case "power":
            return add_own_term(state, who, code, use.n)
        case "bolt":
            return _join(state, who, use)


def add_own_term(state: State, who: int, rule: str, value: int) -> State:
    """A term of the own making: it stays for the round, wherever the piece goes."""
    return with_piece(state, who, own_terms=(*state.players[who].piece.own_terms, Term(rule, value)))


def _join(state: State, who: int, use: ShardUse) -> State:
    return with_piece(state, who, shown=(*state.players[who].piece.shown, Shown(use.card or "")))


def _within_reach(state: State, to: str) -> bool:
    return to in FIELDS if state.rules.spell_move == "battlefields" else to != "workshop"
