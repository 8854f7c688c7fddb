from hypothesis import given

from characters.combatant import after_fight, to_combatant
from characters.sheet import Master, Phantasm, Servant, Skill, Spell, Typed, Who
from combat.rules.settings import Settings
from combat.rules.sheet import read_sheet
from tabletop.game import Illegal
from tests.characters.sheets import EMI, SABER, calmly, sheets


def test_saber_goes_into_a_fight_as_the_fight_record_writes_her() -> None:
    assert to_combatant(SABER, "saber", "세이버", "A", "front") == {
        "id": "saber",
        "kind": "servant",
        "name": "세이버",
        "class": "saber",
        "side": "A",
        "line": "front",
        "ranged": False,
        "ranks": {"strength": "B", "endurance": "A", "agility": "C", "mana": "D", "luck": "E"},
        "hp": 80,
        "mp": 70,
        "skills": [
            {
                "id": "ward",
                "name": "물막이",
                "rank": "B",
                "effect": "defence",
                "against": ["magic"],
                "amount": 2,
                "uses": 3,
            }
        ],
        "phantasms": [
            {"id": "reed", "name": "갈대 물결", "rank": "B++", "effect": "attack", "targets": "area"}
            | {"damage": 12, "mp_damage": 0, "mp": 40, "uses": 1}
        ],
        "spells": [],
    }


@calmly
@given(sheets())
def test_whatever_a_form_can_write_a_fight_can_read(sheet: Servant | Master) -> None:
    combatant = to_combatant(sheet, "this", sheet.name, "A", "front")
    assert not isinstance(read_sheet(combatant, Settings()), Illegal)


def test_a_servant_brings_the_command_spells_of_the_master_s_sheet() -> None:
    """G-21: one pool per Master, kept in one place."""
    emi = after_fight(EMI, command_spells=2, forced_return_used=True)
    assert isinstance(emi, Master)
    told = to_combatant(SABER, "saber", "세이버", "A", "front", ("emi", emi))
    assert (told["master"], told["command_spells"], told["forced_return_used"]) == ("emi", 2, True)


def test_a_servant_without_a_master_says_nothing_of_command_spells() -> None:
    told = to_combatant(SABER, "saber", "세이버", "A", "front")
    assert not {"master", "command_spells", "forced_return_used"} & told.keys()


def test_a_master_brings_what_is_left_of_the_pools_and_nothing_where_they_are_full() -> None:
    spent = after_fight(EMI, fortune=1)
    assert to_combatant(spent, "emi", "도래솔", "A", "back")["fortune"] == 1
    assert "conviction" not in to_combatant(spent, "emi", "도래솔", "A", "back")


def test_what_only_the_gm_may_read_stays_out_of_the_fight() -> None:
    curse = Skill(id="curse", name="저주", rank="A", effect="card", beats=("smash", "counter"), who=Who.GM)
    told = to_combatant(Servant(name="x", hp=1, skills=(curse,)), "x", "x", "A", "front")
    assert told["skills"] == []


def test_what_is_only_written_on_paper_stays_out_of_the_fight() -> None:
    paper = Servant(
        name="x",
        phantasms=(Phantasm(id="p", name="결계", effect="other"),),
        spells=(Spell(id="s", name="등불", effect="other"),),
    )
    told = to_combatant(paper, "x", "x", "A", "front")
    assert (told["phantasms"], told["spells"]) == ([], [])


def test_the_knight_classes_are_known_by_their_korean_names() -> None:
    """G-8 goes by the word of the record."""
    classes = ("랜서", "Archer", "세이버", "캐스터")
    told = [to_combatant(Servant(name="x", class_=each), "x", "x", "A", "front")["class"] for each in classes]
    assert told == ["lancer", "archer", "saber", "캐스터"]


def test_typed_cards_replace_only_what_is_typed() -> None:
    """G-2."""
    sheet = Servant(name="x", smash=Typed(count=6), critical=Typed(1, 6))
    told = to_combatant(sheet, "x", "x", "A", "front")
    assert (told["cards"], told["critical"]) == ({"smash": {"count": 6}}, {"count": 1, "damage": 6})


def test_a_critical_without_cards_is_no_critical() -> None:
    """G-5."""
    assert "critical" not in to_combatant(Servant(name="x", critical=Typed(0, 6)), "x", "x", "A", "front")


def test_after_a_fight_only_the_numbers_that_are_told_have_changed() -> None:
    after = after_fight(SABER, hp=69)
    assert (after.hp, after.mp, after.hp_max) == (69, 70, 80)


def test_a_servant_s_sheet_takes_no_pools_from_a_fight() -> None:
    assert after_fight(SABER, fortune=1, conviction=1, command_spells=0, forced_return_used=True) == SABER
