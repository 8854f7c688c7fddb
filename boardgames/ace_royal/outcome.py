"""The result record of a game: a whole account of the table, hidden cards included, as plain JSON. Pure."""

from typing import Any

from msgspec import to_builtins

from boardgames.ace_royal.agenda import (
    CardQuestion,
    CoinQuestion,
    DiscardQuestion,
    FetchQuestion,
    GiveQuestion,
    HandLimitQuestion,
    ModeQuestion,
    NegateQuestion,
    Question,
    RollQuestion,
    SettleQuestion,
    StartQuestion,
    WindowQuestion,
)
from boardgames.ace_royal.combat import Combat
from boardgames.ace_royal.piles import too_many
from boardgames.ace_royal.play import asked
from boardgames.ace_royal.state import Master, State, seat_then
from boardgames.ace_royal.vocabulary import ServantState

RESULT_FORMAT = "grailkeeper/ace-royal-result"


def result(state: State) -> dict[str, Any]:
    """The result record (format `grailkeeper/ace-royal-result`)."""
    combats = state.combats if state.combat is None else (*state.combats, state.combat)
    return {
        "format": RESULT_FORMAT,
        "version": 1,
        "turns": to_builtins(state.turns),
        "combats": [combat_result(combat) for combat in combats],
        "defeats": to_builtins(state.defeats),
        "seats": {seat: _seat(master) for seat, master in state.masters.items()},
        "table": _table(state),
        "waiting_for": waiting_for(state),
        "outcome": to_builtins(state.outcome),
    }


def combat_result(combat: Combat) -> dict[str, Any]:
    """A combat in the shape of the result record."""
    return {
        "turn": combat.turn,
        "how": combat.how,
        "assaulter": combat.assaulter,
        "defender": combat.defender,
        "cancelled": combat.cancelled,
        "proxies": {seat: proxy.card for seat, proxy in combat.proxies.items()},
        "strikes": to_builtins(combat.strikes),
        "lost": combat.lost,
        "gift": to_builtins(combat.gift),
    }


def waiting_for(state: State) -> dict[str, Any] | None:
    """Who is asked, for what, with what he must know."""
    question = asked(state)
    if question is None:
        return None
    return {"who": question.seat, "for": question.asks} | _details(state, question)


def _details(state: State, question: Question) -> dict[str, Any]:
    match question:
        case StartQuestion(seats=seats):
            return {"seats": list(seats)}
        case WindowQuestion(window=window):
            return {"step": window}
        case ModeQuestion(strike=strike):
            return {"step": strike}
        case HandLimitQuestion(seat=seat):
            return {"count": too_many(state, seat)}
        case DiscardQuestion(count=count) | FetchQuestion(count=count):
            return {"count": count}
        case GiveQuestion(count=count, to=taker):
            return {"count": count, "to": taker}
        case SettleQuestion(card=card):
            return {"card": card}
        case CoinQuestion(coin=coin):
            return {"coin": coin}
        case NegateQuestion(card=card) | RollQuestion(card=card):
            return {"card": card}
        case CardQuestion(from_=giver):
            return {"from": giver}
        case _:
            return {}


def _seat(master: Master) -> dict[str, Any]:
    now: dict[str, Any] = to_builtins(seat_then(master))
    return now | {
        "hand": sorted(master.hand),
        "hero": master.hero,
        "class": master.class_,
        "hero_up": master.hero_up,
        "class_up": master.class_up,
        "codes": [{"card": code.card, "state": code_state(down=code.down)} for code in master.codes],
        "facedown": list(master.facedown),
    }


def code_state(*, down: bool) -> ServantState:
    return "down" if down else "upright"


def _table(state: State) -> dict[str, Any]:
    begun = state.turn > 0
    return {
        "turn": state.turn,
        "phase": state.phase,
        "player": state.player,
        "coin": state.holder if begun else None,
        "deck": len(state.deck),
        "grail_seat": sorted(state.grail_seat),
        "class_pool": sorted(state.class_pool),
    }
