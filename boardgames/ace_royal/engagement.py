"""A combat from C1 to C6 (A-45 to A-53): cards turned up, engagement, strike and counter. Pure."""

from typing import Literal

from msgspec.structs import replace

from boardgames.ace_royal.agenda import (
    Draw,
    EndCombat,
    FixDamage,
    Losses,
    ModeQuestion,
    OpenWindow,
    Resolve,
    Step,
    Strikes,
    StrikeStep,
    TurnUp,
    Withdrawal,
)
from boardgames.ace_royal.combat import Combat, Strike
from boardgames.ace_royal.moves import ChooseMode
from boardgames.ace_royal.servant import class_works, met
from boardgames.ace_royal.state import Master, State, answered, card_of, changed, push, tell
from boardgames.ace_royal.strikes import attack_of, damage_of, defence_of, only_first_strike


def meet(state: State, how: Literal["assault", "encounter"], assaulter: str, defender: str) -> State:
    """The combat begins."""
    combat = Combat(state.turn, how, assaulter, defender, lost={assaulter: 0, defender: 0})
    return tell(replace(state, combat=combat), "combat", seat=assaulter, other=defender, word=how)


def combat_steps() -> tuple[Step, ...]:
    return (TurnUp(), OpenWindow("engagement"), Strikes(), Withdrawal(), EndCombat())


def running(state: State) -> Combat:
    """The combat that a step of it takes place in."""
    if state.combat is None:
        raise LookupError("no combat")
    return state.combat


def turn_up(state: State, _: TurnUp) -> State:
    """C1 (A-45): all Servant cards of both sides are turned up."""
    combat = running(state)
    turned = [(seat, card) for seat in combat.sides for card in _face_down(state.masters[seat])]
    for seat, card in turned:
        state = tell(changed(state, seat, hero_up=True, class_up=True), "turned_up", seat=seat, card=card)
    # AG-8: whether this draws cards like a reveal in the ritual phase
    number = state.rules.combat_reveal_draw
    draws = [Draw(seat, number) for seat, _ in turned if number]
    works: list[Step] = []
    for seat, card in turned:
        state, more = on_reveal(state, seat, card)
        works += more
    return push(state, *draws, *works, OpenWindow("reveal")) if turned else state


def on_reveal(state: State, seat: str, card: str) -> tuple[State, tuple[Step, ...]]:
    """A-45: what a card does by itself on being turned up; not in Danger (AG-12), and not without aptitude (AG-43)."""
    master = state.masters[seat]
    if master.servant == "danger" or (card == master.class_ and not class_works(state, master)):
        return state, ()
    works = tuple(
        Resolve(seat, card, ability.do)
        for ability in card_of(state, card).triggers("reveal")
        if not ability.cost and all(met(state, master, condition) for condition in ability.when)
    )
    return tell(state, "triggered", seat=seat, card=card) if works else state, works


def _face_down(master: Master) -> tuple[str, ...]:
    hero = () if master.hero_up else (master.hero or "",)
    return hero if master.class_up else (*hero, master.class_ or "")


def begin_strikes(state: State, _: Strikes) -> State:
    """A-46: unless something cancelled the engagement; AG-22: a defender alone with first strike may come first."""
    combat = running(state)
    if combat.cancelled:
        return state
    reversed_ = state.rules.defender_first_strike and only_first_strike(state, combat, combat.defender)
    if reversed_:
        return push(state, StrikeStep("counter"), StrikeStep("assault", second=True), Losses())
    return push(state, StrikeStep("assault"), StrikeStep("counter", second=True), Losses())


def begin_strike(state: State, step: StrikeStep) -> State:
    combat = running(state)
    if step.second and _spared(state, combat):
        return tell(state, "strike_spared", word=step.strike, rule="A-51")
    combat = replace(combat, striking=step.strike, mode=None, step=step.strike)
    state = replace(state, combat=combat)
    windows: tuple[Step, ...] = (
        (OpenWindow("assault"), OpenWindow("assault_damage"))
        if step.strike == "assault"
        else (OpenWindow("counter"), OpenWindow("counter_damage"))
    )
    return push(state, ModeQuestion(combat.striker, step.strike), *windows, FixDamage())


def _spared(state: State, combat: Combat) -> bool:
    """A-51, AG-21: the first strike did damage, and its striker alone has first strike."""
    striker = combat.striker
    return combat.dealt(striker) > 0 and only_first_strike(state, combat, striker)


def choose_mode(state: State, question: ModeQuestion, move: ChooseMode) -> State:
    """A-47, AG-17: chosen first, and public."""
    state = answered(replace(state, combat=replace(running(state), mode=move.mode)))
    return tell(state, "mode", seat=question.seat, word=move.mode)


def fix_damage(state: State, _: FixDamage) -> State:
    """The damage of the strike is fixed, and what was for this strike only is over."""
    combat = running(state)
    strike = Strike(
        step=combat.striking or "assault",
        from_=combat.striker,
        to=combat.against(combat.striker),
        mode=combat.mode or "phys",
        attack=attack_of(state, combat),
        defence=defence_of(state, combat),
        damage=damage_of(state, combat),
    )
    state = replace(state, combat=replace(combat, strikes=(*combat.strikes, strike), boosts=()))
    state = tell(state, "struck", seat=strike.from_, other=strike.to, number=strike.damage.value, word=strike.step)
    return without_changes(state, until=("step",))


def without_changes(state: State, *, until: tuple[str, ...]) -> State:
    """Ends the changes of stats that last so long."""
    for seat, master in state.masters.items():
        lasts = (*(change.until for change in master.changes), *(word.until for word in master.words))
        if any(part in until for part in lasts):
            left = tuple(change for change in master.changes if change.until not in until)
            words = tuple(word for word in master.words if word.until not in until)
            state = changed(state, seat, changes=left, words=words)
    return state
