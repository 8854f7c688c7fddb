"""How a fight stands and how it ends: losses, the winner, deadlines (R-OTHER-1b, R-OTHER-4d, R-OTHER-6c)."""

from fractions import Fraction

from combat.rules.reports import Deadline, Outcome, Reason
from combat.rules.state import Fight, Fighter, Verdict, change


def outcome(fight: Fight) -> Outcome:
    loss = {side: f"{lost}/{before}" for side, (lost, before) in losses(fight).items()}
    verdict = fight.verdict
    if verdict is None:
        return Outcome(ended=False, reason=None, winner=None, by=None, loss=loss)
    return Outcome(ended=True, reason=verdict.reason, winner=verdict.winner, by=verdict.by, loss=loss)


def losses(fight: Fight) -> dict[str, tuple[int, int]]:
    """HP lost and HP before, per side in order (R-OTHER-1b, G-17); who began at HP ≤ 0 is in neither sum."""
    found = dict.fromkeys(fight.sides, (0, 0))
    for fighter, before in zip(fight.fighters, fight.started, strict=True):
        if before > 0:
            side = fighter.kit.side
            lost, whole = found[side]
            now = fighter.lasting_hp
            found[side] = (lost + before - now if now < before else lost, whole + before)
    return found


def deadlines(fight: Fight) -> tuple[Deadline, ...]:
    """Who must recover by the end of the next scene, in the order of combatants."""
    return tuple(deadline for fighter in fight.fighters for deadline in _deadlines(fighter))


def _deadlines(fighter: Fighter) -> list[Deadline]:
    who = fighter.kit.id
    if fighter.kit.servant:
        due = fighter.mp <= 0 and fighter.state != "vanished"
        return [Deadline(who, "mp", "R-OTHER-4d", fighter.mp)] if due else []
    hp = [Deadline(who, "hp", "R-OTHER-6c", fighter.hp)] if fighter.hp <= 0 else []
    mp = [Deadline(who, "mp", "R-OTHER-6c", fighter.mp)] if fighter.mp <= 0 else []
    return hp + mp


def standing(fight: Fight) -> tuple[str, ...]:
    """The sides that still have somebody fighting on the front line."""
    return tuple(dict.fromkeys([f.kit.side for f in fight.fighters if f.state == "fighting" and f.line == "front"]))


def settle(fight: Fight) -> Fight:
    """End the fight or the round if it is time (format, resolution 7); nothing is settled while the fight waits."""
    if fight.waiting or fight.verdict:
        return fight
    if len(standing(fight)) <= 1:
        return finish(fight, "last_standing")
    return _end_round(fight) if fight.slot == fight.settings.slots_per_round else fight


def finish(fight: Fight, reason: Reason) -> Fight:
    """The fight is over: Conviction's extra points are lost, then the sides are judged."""
    fight = change(fight, fighters=tuple(without_conviction(fighter) for fighter in fight.fighters))
    if reason == "last_standing":
        verdict = Verdict(reason, next(iter(standing(fight)), None), "last_standing")
    else:
        verdict = Verdict(reason, _winner(fight), fight.settings.victory)
    return change(fight, verdict=verdict)


def without_conviction(fighter: Fighter) -> Fighter:
    """R-MASTER-5 holds for that battle only: what is above the points before spending is lost (G-13)."""
    hp = fighter.hp if fighter.kept_hp is None else min(fighter.hp, fighter.kept_hp)
    mp = fighter.mp if fighter.kept_mp is None else min(fighter.mp, fighter.kept_mp)
    return change(fighter, hp=hp, mp=mp, kept_hp=None, kept_mp=None)


def _end_round(fight: Fight) -> Fight:
    rounds = fight.settings.rounds
    if rounds is not None and fight.round >= rounds:
        return finish(fight, "rounds")
    returned = fight.settings.cards_return == "end_of_round"
    fighters = tuple(_next_round(fighter, returned=returned) for fighter in fight.fighters)
    if not any(_can_still_act(fighter) for fighter in fighters):
        return finish(fight, "no_cards")
    return change(fight, fighters=fighters, round=fight.round + 1, slot=0)


def _next_round(fighter: Fighter, *, returned: bool) -> Fighter:
    left = with_full_counts(fighter) if returned else fighter.left
    return change(fighter, plan=None, left=left)


def with_full_counts(fighter: Fighter) -> tuple[int | None, ...]:
    """The stock with basic, Critical and skill cards and supports full again; uses never return."""
    back = fighter.kit.returning
    return tuple(fighter.full[at] if at in back else left for at, left in enumerate(fighter.left))


def _can_still_act(fighter: Fighter) -> bool:
    """G-4: a card, a use of an attack phantasm or attack spell, or a regroup is left."""
    left = fighter.left
    return fighter.fighting and (fighter.regroups > 0 or any(left[at] != 0 for at in fighter.kit.presentable))


def _winner(fight: Fight) -> str | None:
    judged = {side: _severity(fight, loss) for side, loss in losses(fight).items() if side in standing(fight)}
    best = [side for side, severity in judged.items() if severity == min(judged.values())]
    return best[0] if len(best) == 1 else None


def _severity(fight: Fight, loss: tuple[int, int]) -> Fraction:
    """What is compared: the share of HP lost, or the points (G-17); `0/0` counts as all lost."""
    lost, before = loss
    if fight.settings.victory == "points":
        return Fraction(lost)
    return Fraction(lost, before) if before else Fraction(1)
