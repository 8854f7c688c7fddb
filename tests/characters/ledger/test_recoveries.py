"""Players declare, the app reckons, who runs the table books: and it stands in the ledger."""

import msgspec
import pytest
from django.urls import reverse

from campaigns.models import Area, Scene
from campaigns.scenes import days
from characters import sheets
from characters.ledger import recoveries, upkeep
from characters.ledger.house import Amount, House
from characters.ledger.posting import post, undo
from characters.models import Base, Recovery, RestRules
from tabletop.game import Illegal
from tests.combat.war import war


@pytest.fixture
def table(db):
    found = war()
    RestRules.objects.create(
        campaign=found.campaign,
        said=msgspec.to_builtins(House(servant={"": Amount(6, 3), "C": Amount(10, 5)}, master={"": Amount(3, 6)})),
    )
    return found


@pytest.fixture
def scene(table) -> Scene:
    return days.new_scene(table.campaign, state="open")


@pytest.fixture
def base(table) -> Base:
    area = Area.objects.create(campaign=table.campaign, name="옛 조선소", leyline="C")
    return Base.objects.create(area=area, character=table.emi)


def wound(character, **changes: int) -> None:
    post(character, changes, by=None, cause="fight")


def gm(table):
    return table.seats["gm"].user


def test_a_rest_is_declared_reckoned_and_booked(table, scene, base):
    wound(table.saber, hp=-30, mp=-20)
    declared = recoveries.declare(table.saber, scene, "rest", table.seats["alice"].user, base=base)
    assert isinstance(declared, Recovery) and sheets.current(table.saber).hp == 50
    booked = recoveries.confirm(declared, gm(table))
    assert (booked.state, booked.entry.changes, booked.entry.cause) == ("done", {"hp": 10, "mp": 5}, "rest")
    assert booked.entry.scene == scene and sheets.current(table.saber).hp == 60


def test_the_gm_books_something_else_and_says_why(table, scene, base):
    wound(table.saber, hp=-30)
    declared = recoveries.declare(table.saber, scene, "rest", table.seats["alice"].user, base=base)
    booked = recoveries.confirm(declared, gm(table), changed={"hp": 1, "mp": 0}, reason="습격")
    assert (booked.entry.changes, booked.entry.reason) == ({"hp": 1}, "습격")


def test_it_is_answered_once(table, scene, base):
    wound(table.saber, hp=-30)
    declared = recoveries.declare(table.saber, scene, "rest", table.seats["alice"].user, base=base)
    recoveries.confirm(declared, gm(table))
    for again in (recoveries.confirm(declared, gm(table)), recoveries.refuse(declared, gm(table))):
        assert again == Illegal("already_answered", "format")
    assert sheets.current(table.saber).hp == 60


def test_a_declaration_is_changed_by_saying_it_again_and_booked_once_a_scene(table, scene, base):
    wound(table.saber, hp=-30)
    alice = table.seats["alice"].user
    first = recoveries.declare(table.saber, scene, "rest", alice, base=base)
    again = recoveries.declare(table.saber, scene, "rest", alice, base=base, to="hp", amount=5)
    assert again.pk == first.pk and again.amount == 5
    recoveries.confirm(again, gm(table))
    assert recoveries.declare(table.saber, scene, "rest", alice, base=base) == Illegal("already_booked", "format")


def test_nobody_rests_without_a_base_or_outside_a_scene(table, scene, base):
    alice = table.seats["alice"].user
    assert recoveries.declare(table.saber, scene, "rest", alice) == Illegal("no_base", "R-OTHER-6d")
    base.ruined = True
    base.save()
    assert recoveries.declare(table.saber, scene, "rest", alice, base=base) == Illegal("no_base", "R-OTHER-6d")
    days.close_scene(scene)
    assert recoveries.declare(table.saber, scene, "rest", alice) == Illegal("scene_closed", "format")


def test_a_base_that_does_not_draw_on_the_leyline_gives_the_plain_amount(table, scene, base):
    wound(table.saber, hp=-30)
    base.drawn = False
    base.save()
    declared = recoveries.declare(table.saber, scene, "rest", table.seats["alice"].user, base=base)
    assert recoveries.confirm(declared, gm(table)).entry.changes == {"hp": 6}


def test_amounts_nobody_has_set_are_asked_for(table, scene, base):
    """G-20."""
    RestRules.objects.all().delete()
    declared = recoveries.declare(table.saber, scene, "rest", table.seats["alice"].user, base=base)
    assert recoveries.confirm(declared, gm(table)) == Illegal("amount_open", "G-20")
    assert recoveries.confirm(declared, gm(table), hp=0, mp=0).state == "done"


def test_what_was_booked_is_undone_like_any_entry(table, scene, base):
    wound(table.saber, hp=-30)
    declared = recoveries.declare(table.saber, scene, "rest", table.seats["alice"].user, base=base)
    undo(recoveries.confirm(declared, gm(table)).entry, gm(table))
    assert sheets.current(table.saber).hp == 50


# ---- the start of a scene


def test_the_start_of_a_scene_gives_masters_their_share_and_takes_upkeep_once(table, scene):
    wound(table.emi, hp=-15, mp=-20)
    RestRules.objects.update(said=msgspec.to_builtins(House(start_percent=10, upkeep=4)))
    assert upkeep.begin(scene, gm(table)) == 1
    emi = sheets.current(table.emi)
    assert (emi.hp, emi.mp) == (7, 9)  # 5 + 10 % of 20; 10 + 10 % of 30 − 4 for Saber
    assert upkeep.begin(scene, gm(table)) == Illegal("already_begun", "format")
    days.close_scene(scene)
    assert upkeep.begin(scene, gm(table)) == Illegal("not_open", "format")


def test_a_servant_in_spirit_form_costs_nothing_and_gives_his_master_mp_back(table, scene):
    wound(table.emi, mp=-20)
    RestRules.objects.update(said=msgspec.to_builtins(House(upkeep=4, spirit_form=True, unsupplied_gain=10)))
    declared = recoveries.declare(table.saber, scene, "spirit", table.seats["alice"].user)
    recoveries.confirm(declared, gm(table))
    upkeep.begin(scene, gm(table))
    assert sheets.current(table.emi).mp == 20


def test_without_switches_the_start_of_a_scene_books_nothing(table, scene):
    wound(table.emi, mp=-20)
    assert upkeep.begin(scene, gm(table)) == 0 and not upkeep.begun(scene)


# ---- the pages


def where(table, name, *more):
    return reverse(name, args=[table.campaign.code, *more])


def test_a_player_sees_what_it_comes_to_before_he_declares(table, scene, base):
    wound(table.saber, hp=-30, mp=-20)
    client = table.client("alice")
    address = where(table, "recover", scene.code, table.saber.code)
    shown = client.get(address).content.decode()
    assert "옛 조선소" in shown
    said = {"kind": "rest", "base": base.code, "to": "hp", "amount": "4"}
    reckoned = client.post(address, said | {"act": "reckon"}).content.decode()
    assert "+14" in reckoned and "R-OTHER-7b" in reckoned and not Recovery.objects.exists()
    assert client.post(address, said | {"act": "declare"}).status_code == 302
    assert Recovery.objects.get().amount == 4


def test_a_rest_that_cannot_be_is_refused_with_its_rule(table, scene):
    answer = table.client("alice").post(where(table, "recover", scene.code, table.saber.code), {"kind": "rest"})
    assert answer.status_code == 409 and "R-OTHER-6d" in answer.content.decode()


@pytest.mark.parametrize("wrong", [{"amount": "-1", "to": "hp"}, {"amount": "9" * 40}, {"kind": "x"}, {"amount": "3"}])
def test_nonsense_is_said_at_its_place(table, scene, base, wrong):
    said = {"kind": "rest", "base": base.code} | wrong
    assert table.client("alice").post(where(table, "recover", scene.code, table.saber.code), said).status_code == 422


def test_only_its_player_and_the_table_declare_for_a_character(table, scene):
    address = where(table, "recover", scene.code, table.saber.code)
    assert [table.client(who).get(address).status_code for who in ("bob", "eve", "alice", "gm")] == [403, 403, 200, 200]


def test_the_gm_books_from_the_page_of_the_scene(table, scene, base):
    wound(table.saber, hp=-30)
    recoveries.declare(table.saber, scene, "rest", table.seats["alice"].user, base=base)
    client = table.client("gm")
    page = client.get(where(table, "scene", scene.code)).content.decode()
    assert "R-OTHER-7a" in page and "+10" in page
    recovery = Recovery.objects.get()
    assert client.post(where(table, "recovery", recovery.code), {"do": "confirm"}).status_code == 302
    again = client.post(where(table, "recovery", recovery.code), {"do": "confirm"})
    assert again.status_code == 409 and sheets.current(table.saber).hp == 60


def test_players_answer_nothing_and_strangers_find_nothing(table, scene, base):
    recovery = recoveries.declare(table.saber, scene, "rest", table.seats["alice"].user, base=base)
    address = where(table, "recovery", recovery.code)
    assert table.client("alice").post(address, {"do": "confirm"}).status_code == 403
    assert table.client("bob").post(address, {"do": "withdraw"}).status_code == 404
    assert table.client("alice").post(address, {"do": "withdraw"}).status_code == 302
    recovery.refresh_from_db()
    assert recovery.state == "withdrawn"


def test_the_house_says_what_rests_give_and_everybody_reads_it(table):
    address = where(table, "rest-rules")
    form = {"start_percent": "10", "upkeep": "4", "unsupplied_gain": "0", "solid_cost": "30", "servant.C.hp": "12"}
    assert table.client("alice").post(address, form).status_code == 403
    assert table.client("gm").post(address, form).status_code == 302
    house = recoveries.house_of(table.campaign)
    assert (house.start_percent, house.upkeep, house.amount("servant", "C").hp) == (10, 4, 12)
    assert "12" in table.client("eve").get(address).content.decode()
    assert table.client("gm").post(address, form | {"upkeep": "-4"}).status_code == 422


@pytest.mark.parametrize(
    ("who", "amount", "told"),
    [("saber", -102, False), ("saber", -103, True), ("saber", 3, False), ("emi", -200, False)],
)
def test_who_books_mp_below_its_floor_is_told_at_once_and_may_undo_it(table, who, amount, told):
    """R-OTHER-4b: Saber's is −(30 + 1 × 2); a Master has none."""
    character, client = getattr(table, who), table.client("gm")
    page = client.post(
        reverse("ledger-post", args=[table.campaign.code, character.code]),
        {"account": "mp", "amount": amount, "reason": "대가"},
        follow=True,
    ).text
    assert ("R-OTHER-4b" in page) is told == ("하한 −32" in page)
    assert sheets.current(character).mp == (30 if who == "emi" else 70) + amount
    if told:
        undone = reverse("ledger-undo", args=[table.campaign.code, character.code, character.entries.first().code])
        assert "R-OTHER-4b" not in client.post(undone, follow=True).text


def test_amounts_that_the_gm_books_of_a_rest_are_held_against_the_floor_too(table, scene):
    declared = recoveries.declare(table.saber, scene, "man_eating", table.seats["alice"].user, gain=3)
    page = table.client("gm").post(
        reverse("recovery", args=[table.campaign.code, declared.code]), {"do": "change", "mp": "-103"}, follow=True
    )
    assert "R-OTHER-4b" in page.text and sheets.current(table.saber).mp == -33
