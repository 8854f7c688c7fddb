"""What the ledger counts (장부), and which of it a sheet says. Pure.

An account is a word: what a fight changes on a sheet ("hp", "mp", "fortune", "conviction", "command_spells",
"forced_return_used"), a sign that is 0 or 1 ("spirit_form", "gone", "gone_told"), or "use:" with the id of a skill, phantasm
or spell: how often it was used in this game.
"""

from collections.abc import Mapping
from typing import Final

import msgspec

from characters.derived import rank_value
from characters.sheet import Master, Sheet
from combat.rules.settings import Settings

POINTS: Final = ("hp", "mp")
SPENT: Final = ("fortune", "conviction")
SIGNS: Final = ("spirit_form", "gone", "gone_told")
USE: Final = "use:"
ON_SHEET: Final = {"servant": POINTS, "master": (*POINTS, *SPENT, "command_spells", "forced_return_used")}
ORDER: Final = (*ON_SHEET["master"], *SIGNS)
MOST: Final = 99_999

type Numbers = dict[str, int]


def said(sheet: Sheet, settings: Settings) -> Numbers:
    """What the sheet says of its accounts. A pool that was never touched is full: the value of its rank (G-13)."""
    numbers = {"hp": sheet.hp, "mp": sheet.mp}
    if isinstance(sheet, Master):
        numbers |= {pool: _left(sheet, pool, settings) for pool in SPENT}
        numbers |= {"command_spells": sheet.command_spells, "forced_return_used": int(sheet.forced_return_used)}
    return numbers


def on_sheet(sheet: Sheet, numbers: Mapping[str, int]) -> Sheet:
    """The sheet with these numbers; accounts that a sheet of this kind does not have are left out."""
    values: dict[str, int | bool] = {
        f"{account}_left" if account in SPENT else account: number
        for account, number in numbers.items()
        if account in ON_SHEET[sheet.kind]
    }
    if "forced_return_used" in values:
        values["forced_return_used"] = bool(values["forced_return_used"])
    return msgspec.structs.replace(sheet, **values)


def differing(before: Mapping[str, int], after: Mapping[str, int]) -> Numbers:
    """What has to be added to `before` to make it `after`; an account nobody has named is 0."""
    accounts = [*before, *(account for account in after if account not in before)]
    differences = {account: after.get(account, 0) - before.get(account, 0) for account in accounts}
    return {account: difference for account, difference in differences.items() if difference}


def added(standing: Mapping[str, int], changes: Mapping[str, int]) -> Numbers:
    return dict(standing) | {account: standing.get(account, 0) + change for account, change in changes.items()}


def negated(changes: Mapping[str, int]) -> Numbers:
    return {account: -change for account, change in changes.items()}


def holds(account: str, number: int) -> bool:
    """Whether the account can hold the number: points may be below 0, what is counted may not, a sign is 0 or 1."""
    if account in POINTS:
        return abs(number) <= MOST
    return 0 <= number <= (1 if account in (*SIGNS, "forced_return_used") else MOST)


def in_order(accounts: Mapping[str, int]) -> list[str]:
    """As they are told: the sheet's own first, then signs, then uses."""
    return sorted(accounts, key=lambda account: (ORDER.index(account) if account in ORDER else len(ORDER), account))


def _left(sheet: Master, pool: str, settings: Settings) -> int:
    left: int | None = getattr(sheet, f"{pool}_left")
    return rank_value(getattr(sheet, pool), settings) if left is None else left
