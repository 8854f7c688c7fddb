"""What stands on the sheets becomes the ledger: an entry for each version that changed a number."""

from typing import Any

from django.db import migrations

PLAIN = {
    "hp": ("hp", 0),
    "mp": ("mp", 0),
    "command_spells": ("command_spells", 3),
    "forced_return_used": ("forced_return_used", False),
}
SPENT = ("fortune", "conviction")
RANKS = {"E": 1, "D": 2, "C": 3, "B": 4, "A": 5, "EX": 7}


def numbers(sheet: dict[str, Any], ranks: dict[str, int]) -> dict[str, int]:
    names = ("hp", "mp") if sheet["kind"] == "servant" else tuple(PLAIN)
    found = {name: int(sheet.get(PLAIN[name][0], PLAIN[name][1])) for name in names}
    if sheet["kind"] == "master":
        for pool in SPENT:
            left = sheet.get(f"{pool}_left")
            full = ranks.get(sheet.get(pool, "E").rstrip("+"), 0)
            found[pool] = full if left is None else left
    return found


def bring(apps, schema_editor):
    LedgerEntry = apps.get_model("characters", "LedgerEntry")
    for character in apps.get_model("characters", "Character").objects.select_related("campaign").iterator():
        ranks = RANKS | (character.campaign.rules.get("rank_values") or {})
        standing: dict[str, int] = {}
        number = 0
        for version in character.versions.order_by("number").iterator():
            now = numbers(version.sheet, ranks)
            changes = {name: value - standing.get(name, 0) for name, value in now.items()}
            changes = {name: change for name, change in changes.items() if change}
            if number and not changes:
                continue
            number, standing = number + 1, now
            LedgerEntry.objects.create(
                character=character,
                number=number,
                changes=changes,
                standing=standing,
                cause="begun" if number == 1 else version.cause,
                source=version.source,
                by=version.by,
                version=version.number,
                at=version.at,
            )


class Migration(migrations.Migration):
    dependencies = [("characters", "0002_ledger")]
    operations = [migrations.RunPython(bring, migrations.RunPython.noop)]
