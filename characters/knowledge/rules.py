"""How a war learns, as far as its GM has said it; the defaults are as tables have written theirs down (trpg.md, part 3 e)."""

from typing import Annotated, Any, Final

import msgspec

from campaigns.models import Campaign
from characters.models import GRADES, KnowledgeRules

type Points = Annotated[int, msgspec.Meta(ge=0, le=999)]
type Grade = Annotated[int, msgspec.Meta(ge=0, le=5)]


class Rules(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """`needs`: points that open a fact of each grade. `meeting` … `legend`: the highest grade that such points help to open.

    A fight of `judgements` or more between two gives each a point about the other, and a phantasm `phantasm` more, if
    `fights` is on. With `alike` Servants learn of Servants and Masters of Masters only. With `pairs` a pair learns together.
    """

    needs: tuple[Points, Points, Points, Points, Points] = (1, 2, 3, 4, 5)
    meeting: Grade = 3
    rumour: Grade = 2
    battle: Grade = 5
    legend: Grade = 5
    fights: bool = True
    judgements: Annotated[int, msgspec.Meta(ge=1, le=99)] = 5
    phantasm: Points = 1
    alike: bool = True
    pairs: bool = True

    def opened(self, points: dict[str, int]) -> int:
        """The highest grade that the points of each kind open; a grade opens only after the ones below it. 0: none."""
        grade = 0
        for next_, needed in zip(GRADES, self.needs, strict=True):
            if sum(amount for kind, amount in points.items() if getattr(self, kind) >= next_) < needed:
                break
            grade = next_
        return grade


DEFAULTS: Final = Rules()


def rules_of(campaign: Campaign) -> Rules:
    """The rules of the war (one query)."""
    kept = KnowledgeRules.objects.filter(campaign=campaign).first()
    return from_said(kept.said if kept else None)


def from_said(said: Any) -> Rules:
    """What is kept of the rules; None where nobody has set any."""
    return DEFAULTS if said is None else msgspec.convert(said, Rules)


def write_rules(campaign: Campaign, rules: Rules) -> None:
    said = msgspec.to_builtins(rules)
    KnowledgeRules.objects.update_or_create(campaign=campaign, defaults={"said": said})
