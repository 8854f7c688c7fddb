"""What accounts, causes and refusals of the ledger are called."""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from characters.labels import LABELS

ACCOUNTS: Final[dict[str, str | Promise]] = {
    "hp": LABELS["hp"],
    "mp": LABELS["mp"],
    "fortune": LABELS["fortune_left"],
    "conviction": LABELS["conviction_left"],
    "command_spells": LABELS["command_spells"],
    "forced_return_used": LABELS["forced_return_used"],
    "spirit_form": _("Spirit form"),
    "gone": _("Gone from the war"),
}

CAUSES: Final[dict[str, Promise]] = {
    "begun": _("the beginning"),
    "written": _("the sheet was edited"),
    "restored": _("an older sheet was restored"),
    "import": _("taken in from a file"),
    "recounted": _("ranks count otherwise"),
    "fight": _("fight"),
    "rest": _("rest"),
    "man_eating": _("man-eating"),
    "mana_line": _("mana-line"),
    "spirit": _("went to spirit form"),
    "solid": _("went to solid form"),
    "scene_start": _("start of the scene"),
    "judged": _("the term was judged"),
    "gm": _("entry of the GM"),
    "undone": _("undone"),
}
"""Why an entry stands in the ledger; a cause of another room is called a change."""


def account_name(key: str, name: str = "") -> str:
    """An account; of one that counts uses the entry's name."""
    if key in ACCOUNTS:
        return str(ACCOUNTS[key])
    return gettext("%(name)s, used in this game") % {"name": name} if name else gettext("Used in this game")


def cause_name(cause: str) -> str:
    return str(CAUSES.get(cause, gettext("a change")))


def base_mark(owner: str, *, ruined: bool) -> str:
    return (gettext("ruined base of %(name)s") if ruined else gettext("base of %(name)s")) % {"name": owner}
