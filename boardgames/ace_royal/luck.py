"""The moves of chance (우연): drawn when the table waits for one. Pure: the luck itself is handed in."""

from collections.abc import Sequence

from boardgames.ace_royal import agenda, moves
from boardgames.ace_royal.moves import AnyMove
from boardgames.ace_royal.play import asked
from boardgames.ace_royal.state import State
from boardgames.chance_moves import deal
from tabletop.game import CHANCE, Chance


def draw(state: State, chance: Chance) -> AnyMove:
    """The move of chance that `state` waits for; raises LookupError where it waits for somebody else."""
    seats = tuple(state.masters)
    match asked(state):
        case agenda.StartQuestion(seats=rolling):
            return moves.Start(CHANCE, rolls={seat: _d6(chance) for seat in rolling})
        case agenda.HeroesQuestion():
            return moves.Heroes(CHANCE, deal(chance, seats, state.cards.heroes))
        case agenda.ClassesQuestion():
            return moves.Classes(CHANCE, deal(chance, seats, state.class_pool))
        case agenda.DeckQuestion():
            return moves.DeckOrder(CHANCE, chance.shuffled(state.cards.deck))
        case agenda.ReshuffleQuestion():
            return moves.Reshuffle(CHANCE, chance.shuffled(state.grail_seat))
        case agenda.EncounterQuestion():
            return moves.Encounter(CHANCE, _d6(chance))
        case agenda.OpponentQuestion():
            return moves.Opponent(CHANCE, _d6(chance))
        case agenda.RollQuestion():
            return moves.Roll(CHANCE, _d6(chance))
        case agenda.CardQuestion(from_=giver):
            hand = state.masters[giver].hand
            return moves.RandomCard(CHANCE, hand[chance.below(len(hand))])
    raise LookupError("chance is not asked")


def throw_two(seats: Sequence[str], chance: Chance) -> list[AnyMove]:
    """A-10 with two dice each: every throw until one has the highest sum; who ties throws again (AG-47)."""
    throws: list[AnyMove] = []
    rolling = tuple(seats)
    while len(rolling) > 1:
        rolls = {seat: _d6(chance) + _d6(chance) for seat in rolling}
        throws.append(moves.Start(CHANCE, rolls=rolls, dice=2))
        rolling = tuple(seat for seat in rolling if rolls[seat] == max(rolls.values()))
    return throws


def _d6(chance: Chance) -> int:
    return chance.below(6) + 1
