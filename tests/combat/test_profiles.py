"""Named house rules: a person keeps them, a war picks a copy, a fight freezes it."""

import pytest

from campaigns.models import Campaign
from combat import house_rules
from combat.models import RuleProfile
from combat.rules.settings import Settings
from tabletop import records
from tests.combat.test_table import text


def post(war, who, **fields):
    return war.client(who).post(war.address("rules/profiles/"), fields)


def page(war, who):
    return text(war.client(who).get(war.address("rules/")).content.decode())


def rules_of(war):
    return house_rules.of(Campaign.objects.get(pk=war.campaign.pk))


@pytest.fixture
def kept(war):
    Campaign.objects.filter(pk=war.campaign.pk).update(rules={"slots_per_round": 7, "rounds": 3})
    assert post(war, "gm", do="keep", name="  우리 집  규칙 ").status_code == 302
    Campaign.objects.filter(pk=war.campaign.pk).update(rules={})
    return RuleProfile.objects.get()


def test_a_war_picks_a_copy_and_the_page_says_what_differs(war, kept):
    assert kept.name == "우리 집 규칙"
    assert "다른 규칙 2개" in page(war, "gm")
    post(war, "gm", do="pick", profile=kept.pk)
    assert rules_of(war) == Settings(slots_per_round=7, rounds=3)
    assert "지금 이 규칙" in page(war, "gm")
    post(war, "gm", do="drop", profile=kept.pk)
    assert rules_of(war).slots_per_round == 7


def test_a_fight_freezes_what_held_when_it_was_opened(war, kept):
    post(war, "gm", do="pick", profile=kept.pk)
    fight = war.fight(**house_rules.stored(rules_of(war)))
    Campaign.objects.filter(pk=war.campaign.pk).update(rules={})
    assert records.view(fight.record, ()).settings.rounds == 3


def test_a_profile_is_its_owners_alone(war, kept):
    assert "우리 집 규칙" not in page(war, "hana")
    assert [post(war, "hana", do=do, profile=kept.pk).status_code for do in ("pick", "drop")] == [404, 404]
    assert rules_of(war) == Settings()


@pytest.mark.parametrize("fields", [{"do": "pick", "profile": "x"}, {"do": "drop"}, {"do": ""}, {}])
def test_what_is_no_profile_is_not_found(war, kept, fields):
    assert post(war, "gm", **fields).status_code == 404


def test_without_a_name_nothing_is_kept(war):
    post(war, "gm", do="keep", name=" \0 ")
    assert not RuleProfile.objects.exists()


def test_players_read_the_rules_and_no_profiles(war, kept):
    assert "규칙 묶음" not in page(war, "alice")
    assert post(war, "alice", do="pick", profile=kept.pk).status_code == 403
