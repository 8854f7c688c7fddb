"""Windows of Ace Royal as the table waits for them: which one is open, and who lets it pass by himself (AG-16)."""

from boardgames.ace_royal.moves import Use
from boardgames.ace_royal.view import SeatView, View
from boardgames.box import Sight
from boardgames.models import Asking


def key(view: View) -> str:
    """Names the open window within its game, "" where none is open: a combat has each of its windows once."""
    waiting = view.waiting_for or {}
    return f"{view.turn}.{view.phase}.{waiting['step']}" if waiting.get("for") == "window" else ""


def responds(view: View, seat: str) -> bool:
    """Whether `seat` belongs to those who are asked, as everybody sees it: nothing tells who has something to use."""
    it = next((one for one in view.seats if one.id == seat), None)
    if it is None or it.status == "out":
        return False
    return falls(view, it) or (view.waiting_for or {}).get("step") != "phase_end"


def falls(view: View, it: SeatView) -> bool:
    """Who would be defeated if the phase ended now (A-18, AG-1, A-61, A-63), as `judgement.downfall` says, from what everybody
    sees.
    """
    if view.turn == 0 or it.status == "out":
        return False
    if it.status == "dead":
        return not it.independent or it.mana == 0
    match view.rules.defeat_rule:
        case "mana_only":
            return it.mana == 0
        case "both":
            return it.mana == 0 and it.spells == 0
        case _:
            return it.mana == 0 or it.spells == 0


def lets_pass(sight: Sight, asks: str) -> bool:
    """Whether the asked seat, which wants to be asked as `asks` says, lets the window pass.

    Whoever would be defeated is asked in any case.
    """
    view: View = sight.view
    if (view.waiting_for or {}).get("step") == "phase_end":
        return False
    match asks:
        case Asking.EVERY:
            return False
        case Asking.OWN if _fights(view, sight.acting):
            return False
        case Asking.OWN | Asking.FITTING:
            return not any(_fits(view, offer.move) for offer in sight.options)
        case _:
            return True


def _fights(view: View, seat: str) -> bool:
    return view.combat is not None and view.in_combat and seat in (view.combat.assaulter, view.combat.defender)


def _fits(view: View, move: object) -> bool:
    """A use that belongs to this very step; what may be done at any time needs no window."""
    if not isinstance(move, Use):
        return False
    ability = view.cards.cards[move.card].activated
    return ability is not None and "any" not in ability.windows
