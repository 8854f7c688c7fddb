"""What a Servant (서번트) and the codes beside it can do now: aptitude, slots, which copy of a code. Pure."""

from boardgames.ace_royal.cards import slots
from boardgames.ace_royal.state import Master, State, card_of, set_cards
from boardgames.ace_royal.vocabulary import Keyword

CODE_SLOTS = 4


def code_limit(state: State, seat: str) -> int:
    """How many codes may be set (A-35, A-37)."""
    master = state.masters[seat]
    # AG-6: whether a face-down card makes room for one more
    raised = 0 if state.rules.facedown_uses_slot else len(master.facedown)
    return CODE_SLOTS + raised + slots(set_cards(state, master))


def suits(state: State, master: Master) -> bool:
    """AG-43: whether the hero has aptitude for the class; counts whether the cards are up or not."""
    if master.hero is None or master.class_ is None:
        return True
    return card_of(state, master.class_).class_ in card_of(state, master.hero).classes


def class_works(state: State, master: Master) -> bool:
    """Whether keyword and ability of the class card are not lost by a lack of aptitude."""
    return state.rules.off_class != "lose_class_keyword" or suits(state, master)


def class_lends(state: State, master: Master, keyword: Keyword) -> bool:
    """Whether the class card, up or not, gives the Servant `keyword`."""
    return (
        master.class_ is not None and keyword in card_of(state, master.class_).keywords and class_works(state, master)
    )


def cannot_assault(state: State, master: Master) -> bool:
    """A-43: holds for a face-down hero too."""
    return master.hero is not None and "cannot_assault" in card_of(state, master.hero).keywords


def target_code(master: Master, card: str) -> int | None:
    """Which of several copies is meant as a target: an upright one before a Down one, then the first set."""
    copies = [at for at, code in enumerate(master.codes) if code.card == card]
    return min(copies, key=lambda at: (master.codes[at].down, at), default=None)


def ability_stretch(state: State) -> str:
    """The stretch of play within which an ability works once (AG-45)."""
    if state.rules.ability_limit == "turn":
        return "turn"
    return state.combat.step if state.combat else f"phase {state.phase}"


def free_copy(state: State, master: Master, card: str) -> int | None:
    """Which set copy of `card` a use takes: the first that is upright and not used yet."""
    stretch = ability_stretch(state)
    for at, code in enumerate(master.codes):
        if code.card == card and not code.down and stretch not in code.used:
            return at
    return None
