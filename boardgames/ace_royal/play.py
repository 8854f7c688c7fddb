"""One move at the table: is it asked, is it possible, what follows until the next question (AC-1 to AC-21). Pure."""

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from boardgames.ace_royal import (
    aftermath,
    agenda,
    coins,
    dealing,
    effects,
    engagement,
    further_effects,
    judgement,
    moves,
    piles,
    ritual,
    turns,
    windows,
)
from boardgames.ace_royal.agenda import Question, Step
from boardgames.ace_royal.cards import pool_of
from boardgames.ace_royal.moves import AnyMove, Spell, Trigger, Use
from boardgames.ace_royal.report import Report
from boardgames.ace_royal.settings import HouseRules
from boardgames.ace_royal.spells import cast, spell_refusal
from boardgames.ace_royal.state import Master, State, answered, card_of, sitting
from boardgames.ace_royal.uses import trigger_refusal, use_refusal
from boardgames.record_reading import Setup
from tabletop.game import CHANCE, TABLE, Awaits, Illegal, Played

type Answer = Callable[[State, Any, Any], State | Illegal]

CARRY_OUT: dict[type[Step], Callable[[State, Any], State]] = {
    agenda.BeginTurn: turns.begin_turn,
    agenda.Phase: turns.begin_phase,
    agenda.PhaseEnd: judgement.end_phase,
    agenda.Judgement: judgement.judge,
    agenda.EndTurn: turns.end_turn,
    agenda.HandLimit: piles.hand_limit,
    agenda.Draw: piles.draw,
    agenda.OpenWindow: windows.open_window,
    agenda.Window: windows.ask_round,
    agenda.DeathCheck: coins.check_death,
    agenda.Coin: coins.place_coin,
    agenda.Resolve: effects.resolve,
    agenda.Counterwords: effects.ask_counterwords,
    agenda.TurnUp: engagement.turn_up,
    agenda.Strikes: engagement.begin_strikes,
    agenda.StrikeStep: engagement.begin_strike,
    agenda.FixDamage: engagement.fix_damage,
    agenda.Losses: aftermath.take_losses,
    agenda.ProxyFate: aftermath.settle_proxy,
    agenda.Price: aftermath.ask_price,
    agenda.LossTriggers: aftermath.ask_triggers,
    agenda.Withdrawal: aftermath.withdraw,
    agenda.BloodPrice: aftermath.pay_blood_price,
    agenda.EndCombat: aftermath.end_combat,
}
"""How each step that asks nobody is carried out; the step is off the agenda already."""


def start(setup: Setup[HouseRules]) -> State:
    """The empty table: nobody has rolled yet (A-1, A-17)."""
    seats, cards = setup.seat_ids, pool_of(setup.cards)
    return State(
        rules=setup.options,
        masters={seat: Master(seat) for seat in seats},
        agenda=(agenda.StartQuestion(seats=seats),),
        class_pool=dealing.undealt_pool(cards, setup.options.class_sets),
        cards=cards,
    )


def asked(state: State) -> Question | None:
    """What the table waits for; None when the game is over."""
    top = state.agenda[-1] if state.agenda else None
    return top if isinstance(top, Question) else None


def awaits(state: State) -> Awaits:
    """Who is asked now."""
    match asked(state):
        case None:
            return Awaits()
        case Question(seat=seat) if seat == CHANCE:
            return Awaits(chance=True)
        case Question(seat=seat):
            return Awaits(seats=(seat,))


def play(state: State, move: AnyMove) -> Played | Illegal:
    """The state after `move`, with its report; or why it is refused."""
    after = answer(state, move)
    if isinstance(after, Illegal):
        return after
    for _step, behind in going_on(after):
        after = behind
    return Played(replace(after, told=()), Report(after.told))


def answer(state: State, move: AnyMove) -> State | Illegal:
    """The state right behind `move`, before anything that happens by itself."""
    question = asked(state)
    if illegal := moves.refuse_cards(state.cards, move) or _names_refusal(state, move):
        return illegal
    if question is None:
        return Illegal("game_over", "format")
    return _answer(state, question, move)


def going_on(state: State) -> Iterator[tuple[Step, State]]:
    """Everything that happens by itself, up to the next question: each step with the state behind it."""
    while state.agenda and not isinstance(step := state.agenda[-1], Question):
        state = CARRY_OUT[type(step)](answered(state), step)
        yield step, state


def _names_refusal(state: State, move: AnyMove) -> Illegal | None:
    named = [getattr(move, key, UNSET) for key in ("target", "seat")]
    known = all(name is UNSET or name in state.masters for name in named)
    if known and (move.by in state.masters or move.by in (CHANCE, TABLE)):
        return None
    return Illegal("no_such_seat", "format")


def _answer(state: State, question: Question, move: AnyMove) -> State | Illegal:
    is_his = move.by == question.seat or _speaks_for_all(question, move)
    if is_his and (answer := ANSWERS[type(question)].get(type(move))):
        return answer(state, question, move)
    if question.open and isinstance(move, Spell | Use) and move.by in sitting(state):
        return _any_time(state, question, move)
    # the one move that is refused with a reason although nobody asks for it
    in_ritual = is_his and isinstance(question, agenda.RitualQuestion)
    if in_ritual and isinstance(move, moves.Assault) and (state.has_set or state.has_revealed):
        return Illegal("set_or_revealed", "A-9")
    return Illegal("not_asked", "format")


def _speaks_for_all(question: Question, move: AnyMove) -> bool:
    """Some things the table may say together: who starts, and that all pass."""
    if move.by != TABLE:
        return False
    match question:
        case agenda.StartQuestion():
            return True
        case agenda.WindowQuestion():
            return isinstance(move, moves.Pass)
        case _:
            return False


def _any_time(state: State, question: Question, move: Spell | Use) -> State | Illegal:
    """AC-17: command spells and abilities at an open question or in a window."""
    if isinstance(move, Spell):
        illegal = spell_refusal(state, question, move)
        return illegal or cast(_set_aside(state, question), move)
    illegal = use_refusal(state, question, move)
    ability = card_of(state, move.card).activated
    if illegal or ability is None:
        return illegal or Illegal("no_such_ability", "format")
    return effects.use(_set_aside(state, question), move, ability)


def _set_aside(state: State, question: Question) -> State:
    """The agenda as it is behind a move that does not answer the question itself."""
    match question:
        case agenda.WindowQuestion():
            return windows.used_in_window(state)
        case agenda.HandLimitQuestion() | agenda.CoinQuestion():
            # asked anew, or answered by the move
            return answered(state)
        case _:
            return state


def _spell_against_coin(state: State, question: agenda.CoinQuestion, move: Spell) -> State | Illegal:
    if move.use != "c":
        return Illegal("not_asked", "format")
    return _any_time(state, question, move)


def _negate(state: State, question: agenda.NegateQuestion, move: Use) -> State | Illegal:
    return use_refusal(state, question, move) or effects.negate(state, question, move)


def _trigger(state: State, question: agenda.TriggerQuestion, move: Trigger) -> State | Illegal:
    illegal = trigger_refusal(state, move)
    ability = card_of(state, move.card).asked_trigger
    if illegal or ability is None:
        return illegal or Illegal("no_such_ability", "format")
    return effects.use(answered(state), move, ability)


ANSWERS: dict[type[Question], dict[type[moves.Move], Answer]] = {
    agenda.StartQuestion: {moves.Start: dealing.choose_start},
    agenda.HeroesQuestion: {moves.Heroes: dealing.deal_heroes},
    agenda.ClassesQuestion: {moves.Classes: dealing.deal_classes},
    agenda.SwapQuestion: {moves.Keep: dealing.keep, moves.Swap: dealing.swap},
    agenda.PickQuestion: {moves.Pick: dealing.pick},
    agenda.DeckQuestion: {moves.DeckOrder: dealing.shuffle_deck},
    agenda.ReshuffleQuestion: {moves.Reshuffle: piles.reshuffle},
    agenda.RecoverQuestion: {moves.Recover: turns.recover, moves.Leave: turns.leave},
    agenda.RitualQuestion: {
        moves.Reveal: ritual.reveal,
        moves.SetCode: ritual.set_code,
        moves.LayFacedown: ritual.lay_facedown,
        moves.Done: ritual.end_ritual,
    },
    agenda.EncounterQuestion: {moves.Encounter: ritual.roll_encounter},
    agenda.OpponentQuestion: {moves.Opponent: ritual.roll_opponent},
    agenda.AssaultQuestion: {moves.Assault: ritual.assault, moves.Pass: ritual.decline_assault},
    agenda.WindowQuestion: {moves.Pass: windows.pass_window, moves.Use: _any_time, moves.Spell: _any_time},
    agenda.ModeQuestion: {moves.ChooseMode: engagement.choose_mode},
    agenda.PriceQuestion: {moves.Discard: aftermath.pay_price},
    agenda.TriggerQuestion: {moves.Trigger: _trigger, moves.Pass: aftermath.decline_trigger},
    agenda.CoinQuestion: {moves.Accept: coins.accept_coin, moves.Spell: _spell_against_coin, moves.Use: _any_time},
    agenda.ClaimQuestion: {moves.Claim: coins.claim, moves.Accept: coins.accept_death},
    agenda.NegateQuestion: {moves.Use: _negate, moves.Pass: effects.let_pass},
    agenda.RollQuestion: {moves.Roll: effects.roll_die},
    agenda.CardQuestion: {moves.RandomCard: piles.random_card},
    agenda.HandLimitQuestion: {moves.Discard: piles.discard_to_limit},
    agenda.DiscardQuestion: {moves.Discard: piles.discard_one},
    agenda.GiveQuestion: {moves.Discard: piles.give},
    agenda.FetchQuestion: {moves.Discard: piles.fetch},
    agenda.SettleQuestion: {moves.Settle: further_effects.settle},
}
"""What answers each question, besides the any-time moves at open ones."""
