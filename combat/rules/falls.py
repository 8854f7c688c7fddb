"""Who falls (소멸): Servants at HP 0 or below their MP floor, and the Master's one forced return."""

from typing import Literal

from combat.rules.reports import Fall, Reward
from combat.rules.state import CommandSpells, Fight, Fighter, ReturnAnswer, change, master_present, with_fighter


def judge(fight: Fight, began: tuple[str, ...]) -> Fight:
    """Falls in the order of combatants, until the fight waits for a Master's answer.

    `began`: the sides that had somebody fighting when the slot or move began; the enemies among them are rewarded (R-OTHER-8).
    """
    for place, fighter in enumerate(fight.fighters):
        if fighter.kit.servant and fighter.fighting:
            fight = _judge_one(fight, place, began)
            if fight.waiting:
                return fight
    return fight


def _judge_one(fight: Fight, place: int, began: tuple[str, ...]) -> Fight:
    fighter = fight.fighters[place]
    if below_floor(fighter):
        if fight.settings.mp_floor_breach == "vanish":
            return _vanish(fight, place, "G-18", began)
        fight = with_fighter(fight, place, change(fighter, mp=fighter.kit.floor))
    if fighter.hp > 0:
        return fight
    if master_present(fight, fighter):
        return _vanish(fight, place, "R-OTHER-3", began)
    if can_return(fight, fighter):
        return change(fight, waiting=ReturnAnswer(fighter.kit.master or "", place, began))
    return _vanish(fight, place, "G-19", began)


def below_floor(fighter: Fighter) -> bool:
    return fighter.kit.floor is not None and fighter.mp < fighter.kit.floor


def falls_now(fight: Fight, fighter: Fighter) -> bool:
    """Whether the next judgement takes this combatant out of the fight, or makes it wait for his Master."""
    breach = below_floor(fighter) and fight.settings.mp_floor_breach == "vanish"
    return fighter.kit.servant and (breach or fighter.hp <= 0)


def can_return(fight: Fight, fighter: Fighter) -> bool:
    """R-OTHER-5a, R-OTHER-5c: the absent Master has a command spell and has not used the one forced return."""
    pool = fight.spells.get(fighter.kit.master or "")
    return pool is not None and pool.left > 0 and not pool.returned


def answer(fight: Fight, waiting: ReturnAnswer, *, accept: bool) -> Fight:
    """The Master has answered; those after his Servant are judged next."""
    fight = change(fight, waiting=None)
    if not accept:
        return judge(_vanish(fight, waiting.servant, "G-19", waiting.began), waiting.began)
    pool = fight.spells[waiting.master]
    spells = {**fight.spells, waiting.master: CommandSpells(pool.left - 1, returned=True)}
    returned = change(fight.fighters[waiting.servant], hp=1, state="returned")
    fight = with_fighter(change(fight, spells=spells), waiting.servant, returned)
    return judge(_fallen(fight, returned, "R-OTHER-5b", waiting.began), waiting.began)


def _vanish(fight: Fight, place: int, rule: str, began: tuple[str, ...]) -> Fight:
    vanished = change(fight.fighters[place], state="vanished")
    return _fallen(with_fighter(fight, place, vanished), vanished, rule, began)


def _fallen(fight: Fight, fighter: Fighter, rule: str, began: tuple[str, ...]) -> Fight:
    who, side = fighter.kit.id, fighter.kit.side
    state: Literal["vanished", "returned"] = "returned" if fighter.state == "returned" else "vanished"
    rewards = tuple(Reward("R-OTHER-8", enemy, who) for enemy in fight.sides if enemy != side and enemy in began)
    fall = Fall(who, state, rule, fight.round, fight.slot)
    return change(fight, falls=(*fight.falls, fall), rewards=(*fight.rewards, *rewards))
