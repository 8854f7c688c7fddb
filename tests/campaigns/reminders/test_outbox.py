"""Who is told what and when: each word once, only the latest, to whom it concerns, and nobody at night."""

from datetime import date, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
import time_machine

from campaigns.models import Absence, Channel, MailAddress, Mute, PushDevice, Reminder, StandIn
from campaigns.reminders import outbox, ways
from campaigns.reminders.outside import Later, Never
from campaigns.reminders.wording import Message
from tests.campaigns.reminders.debts import ASKED, debt, owe, rules

SEOUL = ZoneInfo("Asia/Seoul")


def seoul(day, hour, minute=0):
    return datetime(2026, 11, day, hour, minute, tzinfo=SEOUL)


@pytest.fixture
def sent(monkeypatch):
    """What went out, as (way, to whom, message); `sent.outcome` is what becomes of it."""

    class Sent(list):
        outcome = None

    found = Sent()

    def way(name, to):
        def send(target, message, *_):
            found.append((name, to(target), message))
            return found.outcome

        return send

    monkeypatch.setattr(ways, "push", way("push", lambda device: device.user.nickname))
    monkeypatch.setattr(ways, "mail", way("mail", lambda mail: mail.user.nickname))
    monkeypatch.setattr(ways, "discord", way("discord", lambda address: "channel"))
    return found


def device(seat, name="phone"):
    return PushDevice.objects.create(
        user=seat.user, endpoint=f"https://fcm.googleapis.com/{seat.pk}{name}", language="ko", origin="", name=name
    )


def worker(table, at):
    """What the worker does in its minute at `at`."""
    with time_machine.travel(at, tick=False):
        outbox.fill(table.campaign, table.campaign.deadlines, at)
        for pk in outbox.to_send(at):
            outbox.deliver(pk, at)


def told(sent):
    found = [(way, to) for way, to, _ in sent]
    sent.clear()
    return found


@pytest.fixture
def playing(table, monkeypatch):
    rules(table)
    for name in ("alice", "bob", "gm", "eve"):
        device(getattr(table, name))
    owe(monkeypatch, debt(table, "alice", "bob"))
    return table


def test_everybody_is_told_once_at_every_moment(playing, sent):
    for minute in range(3):
        worker(playing, ASKED + timedelta(minutes=minute))
    assert told(sent) == [("push", "alice"), ("push", "bob")]
    worker(playing, seoul(11, 0))  # quiet: twelve hours before, but it is night
    assert told(sent) == []
    worker(playing, seoul(11, 8))
    assert told(sent) == [("push", "alice"), ("push", "bob")]
    worker(playing, seoul(11, 10))
    worker(playing, seoul(11, 11, 59))
    assert told(sent) == [("push", "alice"), ("push", "bob")]


def test_when_the_time_is_over_who_runs_the_table_hears_who_is_missing(playing, sent):
    worker(playing, seoul(11, 12))
    assert [(way, to) for way, to, _ in sent] == [("push", "gm")]
    assert "alice, bob" in sent[0][2].body


def test_who_has_answered_is_told_nothing_more(playing, sent, monkeypatch):
    worker(playing, ASKED)
    told(sent)
    owe(monkeypatch, debt(playing, "bob"))
    worker(playing, seoul(11, 10))
    assert told(sent) == [("push", "bob")]


def test_after_a_week_without_a_worker_only_the_latest_word_is_said(playing, sent):
    worker(playing, seoul(18, 12))
    assert told(sent) == [("push", "gm")]


def test_what_was_answered_before_it_could_be_sent_is_dropped(playing, sent, monkeypatch):
    outbox.fill(playing.campaign, playing.campaign.deadlines, ASKED)
    owe(monkeypatch)
    with time_machine.travel(ASKED, tick=False):
        for pk in outbox.to_send(ASKED):
            outbox.deliver(pk, ASKED)
    assert sent == [] and set(Reminder.objects.values_list("state", flat=True)) == {"dropped"}


def test_what_is_no_longer_the_latest_word_is_dropped(playing, sent):
    outbox.fill(playing.campaign, playing.campaign.deadlines, ASKED)
    late = seoul(11, 10)
    with time_machine.travel(late, tick=False):
        for pk in outbox.to_send(late):
            outbox.deliver(pk, late)
    assert sent == []


def test_nothing_is_sent_at_night_and_what_waits_is_sent_in_the_morning(playing, sent):
    outbox.fill(playing.campaign, playing.campaign.deadlines, ASKED)
    Reminder.objects.update(next_at=seoul(10, 23, 30))
    with time_machine.travel(seoul(10, 23, 30), tick=False):
        for pk in outbox.to_send(seoul(10, 23, 30)):
            outbox.deliver(pk, seoul(10, 23, 30))
    assert sent == []
    assert set(Reminder.objects.values_list("next_at", "tries")) == {(seoul(11, 8), 0)}


def test_two_workers_send_one_message(playing, sent):
    outbox.fill(playing.campaign, playing.campaign.deadlines, ASKED)
    outbox.fill(playing.campaign, playing.campaign.deadlines, ASKED)
    with time_machine.travel(ASKED, tick=False):
        due = outbox.to_send(ASKED)
        for pk in due + due:
            outbox.deliver(pk, ASKED)
    assert len(sent) == 2


def test_who_has_several_devices_and_an_address_is_told_on_all_of_them(playing, sent, settings):
    settings.MAILERS = {"default": {}}
    device(playing.alice, "tablet")
    MailAddress.objects.create(
        user=playing.alice.user,
        address="a@war.test",
        language="en",
        origin="",
        token_hash="x",
        asked_at=ASKED,
        confirmed_at=ASKED,
    )
    worker(playing, ASKED)
    assert sorted(told(sent)) == [("mail", "alice"), ("push", "alice"), ("push", "alice"), ("push", "bob")]


def test_an_address_that_was_not_confirmed_gets_nothing(playing, sent, settings):
    settings.MAILERS = {"default": {}}
    MailAddress.objects.create(
        user=playing.alice.user, address="a@war.test", language="ko", origin="", token_hash="x", asked_at=ASKED
    )
    worker(playing, ASKED)
    assert ("mail", "alice") not in told(sent)


def test_a_muted_war_is_silent_for_that_person_alone(playing, sent):
    Mute.objects.create(user=playing.alice.user, campaign=playing.campaign)
    worker(playing, ASKED)
    assert told(sent) == [("push", "bob")]


def test_who_was_removed_is_told_nothing(playing, sent):
    playing.alice.removed_at = ASKED
    playing.alice.save()
    worker(playing, ASKED)
    assert told(sent) == [("push", "bob")]


def away(seat):
    Absence.objects.create(seat=seat, start=date(2026, 11, 9), end=date(2026, 11, 12))


def test_who_is_away_is_left_alone(playing, sent):
    away(playing.alice)
    worker(playing, ASKED)
    assert told(sent) == [("push", "bob")]


def test_the_stand_in_of_somebody_away_is_told_in_his_place(playing, sent):
    away(playing.alice)
    device(playing.assistant)
    row = StandIn.objects.create(absent=playing.alice, who=playing.assistant, by=playing.gm.user, agreed_at=ASKED)
    worker(playing, ASKED)
    assert told(sent) == [("push", "bob")]  # he has not accepted
    row.accepted_at = ASKED
    row.save()
    worker(playing, ASKED + timedelta(minutes=1))
    assert told(sent) == [("push", "assistant")]


def test_a_stand_in_hears_nothing_of_what_he_cannot_do_or_may_not_know(playing, sent, monkeypatch):
    away(playing.alice)
    device(playing.assistant)
    StandIn.objects.create(
        absent=playing.alice, who=playing.assistant, by=playing.gm.user, agreed_at=ASKED, accepted_at=ASKED
    )
    owe(monkeypatch, debt(playing, "alice", key="post:a", kind="post", lent=False, public=False))
    worker(playing, ASKED)
    assert told(sent) == []


def test_the_channel_is_told_of_what_is_public_only(playing, sent, monkeypatch):
    playing.campaign.deadlines.discord = "https://discord.com/api/webhooks/1/x"
    playing.campaign.deadlines.save()
    owe(monkeypatch, debt(playing, "alice"), debt(playing, "bob", key="post:b", kind="post", public=False))
    worker(playing, ASKED)
    assert told(sent) == [("push", "alice"), ("discord", "channel"), ("push", "bob")]


def test_when_a_hidden_time_is_over_nobody_but_who_owes_it_hears_of_it(playing, sent, monkeypatch):
    owe(monkeypatch, debt(playing, "bob", key="post:b", kind="post", public=False))
    worker(playing, seoul(11, 12))
    assert [(way, to) for way, to, _ in sent] == [("push", "bob")]
    assert "bob" not in sent[0][2].body


def test_without_a_deadline_people_hear_that_it_is_their_turn_and_nothing_more(playing, sent):
    rules(playing, hours=None)
    worker(playing, ASKED)
    worker(playing, seoul(17, 12))
    assert told(sent) == [("push", "alice"), ("push", "bob")]


def test_what_did_not_get_through_is_tried_again_ever_later_and_then_given_up(playing, sent, monkeypatch):
    owe(monkeypatch, debt(playing, "alice"))
    rules(playing, hours=None, quiet_from=None)
    sent.outcome = Later("unreachable")
    at, tries = ASKED, []
    outbox.fill(playing.campaign, playing.campaign.deadlines, at)
    while Reminder.objects.get().state == "waiting":
        with time_machine.travel(at, tick=False):
            for pk in outbox.to_send(at):
                outbox.deliver(pk, at)
                tries.append(at - ASKED)
        at += timedelta(minutes=1)
    assert len(tries) == len(outbox.PAUSES) + 1
    assert [later - earlier for earlier, later in pairwise(tries)] == [
        timedelta(seconds=pause) for pause in outbox.PAUSES
    ]
    (failed,) = outbox.failures(playing.campaign)
    assert (failed.user.nickname, failed.fault, failed.state) == ("alice", "unreachable", "failed")


def test_whoever_asks_for_time_gets_it(playing, sent, monkeypatch):
    owe(monkeypatch, debt(playing, "alice"))
    sent.outcome = Later("busy", 900)
    worker(playing, ASKED)
    assert Reminder.objects.get().next_at == ASKED + timedelta(seconds=900)


def test_a_browser_that_took_its_yes_back_is_forgotten(playing, sent, monkeypatch):
    owe(monkeypatch, debt(playing, "alice"))
    sent.outcome = Never("gone", gone=True)
    worker(playing, ASKED)
    assert not PushDevice.objects.filter(user=playing.alice.user).exists()
    assert Reminder.objects.get().state == "failed"


def test_a_worker_that_died_in_the_middle_leaves_its_message_to_the_next(playing, sent, monkeypatch):
    owe(monkeypatch, debt(playing, "alice"))
    outbox.fill(playing.campaign, playing.campaign.deadlines, ASKED)
    pk = Reminder.objects.get().pk
    assert outbox.claimed(pk, ASKED) and not outbox.claimed(pk, ASKED)
    assert outbox.claimed(pk, ASKED + outbox.LEASE)


def test_old_messages_are_forgotten(playing, sent):
    worker(playing, ASKED)
    assert outbox.cleared(datetime.now(SEOUL)) == 0
    assert outbox.cleared(datetime.now(SEOUL) + outbox.KEPT * 2) == 2


def test_a_message_to_a_person_leads_to_where_he_acts(playing, sent):
    worker(playing, ASKED)
    message = sent[0][2]
    assert isinstance(message, Message)
    assert message.title == playing.campaign.name and message.path == f"/c/{playing.code}/fights/abc/"
    assert "부두의 결투" in message.body and "11월 11일 12:00" in message.body
    assert Reminder.objects.filter(channel=Channel.PUSH).count() == 2


@pytest.mark.parametrize("wars", [1, 4])
def test_a_look_takes_the_same_number_of_queries_whatever_is_owed(
    playing, sent, monkeypatch, wars, django_assert_max_num_queries
):
    owe(monkeypatch, *(debt(playing, "alice", "bob", key=f"fight:{number}:1") for number in range(wars * 5)))
    with django_assert_max_num_queries(12):
        outbox.fill(playing.campaign, playing.campaign.deadlines, ASKED)
