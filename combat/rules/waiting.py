"""Whose answer the fight stands waiting for, as the record says it."""

from combat.rules.state import Fight, PresentAnswer, ReturnAnswer


def waiting_for(fight: Fight) -> dict[str, str | int] | None:
    match fight.waiting:
        case ReturnAnswer(master=master, servant=servant):
            return {"who": master, "for": "forced_return", "servant": fight.fighters[servant].kit.id}
        case PresentAnswer(who=who, fleeing=fleeing, cards=cards):
            ids = [fighter.kit.id for fighter in fight.fighters]
            return {"who": ids[who], "for": "present", "fleeing": ids[fleeing], "cards": cards}
    return None
