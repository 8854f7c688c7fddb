"""Point budgets (점수): what a sheet spends of what the version of the game gives. A check that warns and never blocks. Pure."""

import msgspec

from characters.sheet import STATS, Entry, Servant, Sheet, letter_of, plus_of


class Prices(msgspec.Struct, frozen=True):
    """What a letter costs, and each plus sign behind it."""

    E: int = 1
    D: int = 2
    C: int = 3
    B: int = 4
    A: int = 5
    EX: int = 10
    plus: int = 0


class Budgets(msgspec.Struct, frozen=True):
    """How many points a sheet has; None is without limit. The defaults are those of the version with 15, 10 and 30 points.

    `stats`, `skills`, `phantasms`: a Servant's points; `skill_count`, `phantasm_count`: how many of them; `master`: a
    Master's points for his three stats.
    """

    stats: int | None = 15
    skills: int | None = 10
    phantasms: int | None = 30
    skill_count: int | None = 4
    phantasm_count: int | None = 3
    master: int | None = None
    prices: Prices = Prices()


class Spent(msgspec.Struct, frozen=True):
    """One line of the check, `what` the name of its budget."""

    what: str
    spent: int
    limit: int

    @property
    def over(self) -> bool:
        return self.spent > self.limit

    @property
    def beyond(self) -> int:
        return max(0, self.spent - self.limit)


def read_budgets(value: object) -> Budgets:
    """The budgets of a campaign; what cannot be read is as if it were not there, since a budget only warns."""
    try:
        return msgspec.convert(value, Budgets)
    except msgspec.ValidationError:
        return Budgets()


def spent(sheet: Sheet, budgets: Budgets) -> dict[str, Spent]:
    """What the sheet spends, by budget ("stats" for both kinds); without those that have no limit."""
    prices = budgets.prices
    stats = sum(price(getattr(sheet, stat), prices) for stat in STATS[sheet.kind])
    if not isinstance(sheet, Servant):
        return {"stats": Spent("stats", stats, budgets.master)} if budgets.master is not None else {}
    found = {
        "stats": stats,
        "skills": sum(_price(skill, prices) for skill in sheet.skills),
        "skill_count": len(sheet.skills),
        "phantasms": sum(phantasm.points or 0 for phantasm in sheet.phantasms),
        "phantasm_count": len(sheet.phantasms),
    }
    return _limited(found, budgets)


def price(rank: str, prices: Prices) -> int:
    letter: int = getattr(prices, letter_of(rank)) if rank else 0
    return letter + plus_of(rank) * prices.plus


def _price(skill: Entry, prices: Prices) -> int:
    """A flaw pays back: its price is typed, and negative."""
    return price(skill.rank, prices) if skill.points is None else skill.points


def _limited(found: dict[str, int], budgets: Budgets) -> dict[str, Spent]:
    limits = {what: getattr(budgets, what) for what in found}
    return {what: Spent(what, found[what], limit) for what, limit in limits.items() if limit is not None}
