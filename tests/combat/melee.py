"""A melee of three sides for the tests: Saber helped by Rider, against Lancer, whose Master stays outside, and Archer."""

from typing import Any, NamedTuple

from campaigns.models import Role, Seat, User
from characters import sheets
from characters.models import Character
from characters.sheet import Phantasm, Servant, Skill, Spell
from combat.models import Fight
from combat.opening import Pick, open_fight
from tabletop import referee
from tests.combat.war import War, war

REEDS = Phantasm(id="reeds", name="갈대 물결", rank="A", targets="area", damage=12, mp=40)
LONG = Spell(id="long", name="긴 주문", rank="B", mp=10, steps=3, damage=15, uses=1)
VEIL = Spell(id="veil", name="안개 장막", rank="B", effect="support", mp=5, helps="defence", amount=3)
CHEER = Skill(id="cheer", name="응원", rank="C", effect="card", beats=("smash", "counter"))


class Melee(NamedTuple):
    """carol plays Rider, on the back line of Saber's side; dan plays Archer, a side of his own. bob's Lancer has 20 HP."""

    war: War
    fight: Fight
    people: dict[str, Character]

    def code(self, who: str) -> str:
        return self.people[who].code

    def at(self, rest: str = "") -> str:
        return self.war.address(f"fights/{self.fight.code}/{rest}")

    def plan(self, who: str, *slots: dict[str, Any]) -> None:
        """Hand in slots in the words of the record, with names for codes: `{"lancer": "smash"}`, or a support."""
        made = [self._slot(slot) for slot in slots]
        move = {"by": self.code(who), "do": "plan", "slots": made}
        played = referee.play(
            self.fight.record_id, seat=self.code(who), move=move, by=self.people[who].owner.user, sealed=True
        )
        assert isinstance(played, referee.Accepted), played
        self.fight.record.refresh_from_db()

    def _slot(self, slot: dict[str, Any]) -> dict[str, Any]:
        if "to" in slot:
            return {"support": {**slot, "to": self.code(slot["to"])}}
        return {"attack": {self.code(who): card for who, card in slot.items()}} if slot else {}


def melee(*, hp: int = 20, reeds: Phantasm = REEDS, **settings: Any) -> Melee:
    """The fight, opened; seven slots and two rounds unless the settings say otherwise."""
    table = war()
    seats = {
        name: Seat.objects.create(
            campaign=table.campaign, user=User.objects.create_user(None, nickname=name), role=Role.PLAYER
        )
        for name in ("carol", "dan")
    }
    table.seats.update(seats)
    _rewrite(table.saber, phantasms=(reeds,), spells=(LONG,))
    _rewrite(table.lancer, hp=hp, master=table.emi.code, strength="B+")
    table.emi.owner = table.seats["bob"]
    table.emi.save(update_fields=["owner"])
    people = {
        "saber": table.saber,
        "rider": _new(table, "라이더", "rider", "carol", skills=(CHEER,), spells=(VEIL,)),
        "lancer": table.lancer,
        "archer": _new(table, "아처", "archer", "dan"),
        "emi": table.emi,
    }
    line_up = (("saber", "A", "front"), ("rider", "A", "back"), ("lancer", "B", "front"), ("archer", "C", "front"))
    picks = tuple(Pick(people[who].code, side, line) for who, side, line in line_up)
    rules = {"slots_per_round": 7, "rounds": 2, "back_line_targets": "anyone", **settings}
    fight = open_fight(table.campaign, table.seats["gm"], "염전 난전", picks, rules)
    assert isinstance(fight, Fight), fight
    return Melee(table, fight, people)


def _new(table: War, name: str, class_: str, who: str, **more: Any) -> Character:
    stats = {"strength": "C", "endurance": "C", "agility": "B", "mana": "B", "luck": "D"}
    sheet = Servant(name=name, class_=class_, hp=50, hp_max=50, mp=70, mp_max=70, **stats, **more)
    return sheets.create(table.campaign, sheet, by=None, owner=table.seats[who])


def _rewrite(character: Character, **changes: Any) -> None:
    sheet = sheets.current(character)
    kept = {name: getattr(sheet, name) for name in sheet.__struct_fields__}
    sheets.write(character, type(sheet)(**{**kept, **changes}), None, "written")
