"""What a Servant (서번트) and the codes beside it can do now: aptitude, slots, which copy of a code. Pure."""

from collections.abc import Iterator

from boardgames.ace_royal.cards import slots
from boardgames.ace_royal.state import Master, State, card_of, set_cards
from boardgames.ace_royal.vocabulary import AnyEffect, Condition, Immune, Keyword, LendKeyword

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


def has_keyword(state: State, master: Master, keyword: Keyword) -> bool:
    """Whether the Servant has `keyword`: printed on hero or class, up or not, lent by a constant effect, or for a while."""
    for word in reversed(master.words):
        if word.keyword == keyword:
            return not word.lacks
    return _is_printed(state, master, keyword) or any(
        isinstance(effect, LendKeyword) and effect.keyword == keyword and not effect.remove
        for _card, effect in constants(state, master)
    )


def _is_printed(state: State, master: Master, keyword: Keyword) -> bool:
    if master.hero is not None and keyword in card_of(state, master.hero).keywords:
        return True
    if master.class_ is not None and class_works(state, master) and keyword in card_of(state, master.class_).keywords:
        return True
    return any(keyword in card_of(state, code.card).keywords for code in master.codes if not code.muted)


def constants(state: State, master: Master) -> Iterator[tuple[str, AnyEffect]]:
    """Everything that works all the time for the Servant now, each effect with its card; face-down cards do nothing (AB-2)."""
    cards = [master.hero] if master.hero_up else []
    cards += [master.class_] if master.class_up and class_works(state, master) else []
    cards += [code.card for code in master.codes if not code.muted]
    for card in cards:
        for ability in card_of(state, card).constants:
            if all(met(state, master, condition) for condition in ability.when):
                yield from ((card or "", effect) for effect in ability.do)


def is_immune(state: State, master: Master, to: str) -> bool:
    return any(isinstance(effect, Immune) and effect.to == to for _card, effect in constants(state, master))


def met(state: State, master: Master, condition: Condition) -> bool:
    """Whether everything that the condition names holds; damage is what is fixed already."""
    combat = state.combat
    fights = combat is not None and master.id in combat.sides
    role = None if combat is None or not fights else "assaulter" if combat.assaulter == master.id else "defender"
    other = state.masters[combat.against(master.id)] if combat is not None and fights else None
    dealt = combat.dealt(master.id) if combat is not None and fights else 0
    took = combat.dealt(other.id) if combat is not None and other is not None else 0
    return (
        condition.role in (None, role)
        and condition.mode in (None, combat.mode if combat else None)
        and dealt >= condition.dealt
        and took >= condition.took
        and len(master.codes) >= condition.codes
        and len(master.hand) >= condition.hand
        and master.mana >= condition.mana
        and (not condition.own_turn or state.player == master.id)
        and _is_like(state, other, condition)
    )


def _is_like(state: State, other: Master | None, condition: Condition) -> bool:
    """What is asked of the opponent, as far as his cards lie open."""
    if condition.opp_kw is None and condition.opp_class is None and condition.opp_sex is None:
        return True
    if other is None:
        return False
    hero = card_of(state, other.hero) if other.hero and other.hero_up else None
    class_ = card_of(state, other.class_) if other.class_ and other.class_up else None
    return (
        (condition.opp_kw is None or has_keyword(state, other, condition.opp_kw))
        and (condition.opp_class is None or (class_ is not None and class_.class_ == condition.opp_class))
        and (condition.opp_sex is None or (hero is not None and hero.sex == condition.opp_sex))
    )


def cannot_assault(state: State, master: Master) -> bool:
    """A-43: holds for a face-down hero too."""
    return has_keyword(state, master, "cannot_assault")


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
