"""Whose session it is: the prepared queries keep what Django promises of sessions."""

from datetime import timedelta

from django.contrib.auth import BACKEND_SESSION_KEY
from django.contrib.sessions.models import Session
from django.utils import timezone

from campaigns.sessions import SessionStore
from tests.campaigns.table import client_of


def seated(client, table):
    return client.get(f"/c/{table.code}/").status_code


def test_a_session_that_is_over_or_gone_is_nobodys(table):
    late, gone = client_of(table.alice.user), client_of(table.alice.user)
    assert seated(late, table) == seated(gone, table) == 200
    Session.objects.filter(pk=late.cookies["sessionid"].value).update(expire_date=timezone.now() - timedelta(seconds=1))
    Session.objects.filter(pk=gone.cookies["sessionid"].value).delete()
    assert seated(late, table) == seated(gone, table) == 404


def test_who_signed_in_before_the_backend_had_its_name_stays_signed_in(table):
    client = client_of(table.alice.user)
    old = SessionStore(client.cookies["sessionid"].value)
    old[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    old.save()
    assert seated(client, table) == 200


def test_a_new_password_and_a_closed_account_end_it(table):
    alice = table.alice.user
    client, other = client_of(alice), client_of(alice)
    alice.set_password("another lantern")
    alice.save()
    assert seated(client, table) == 404
    bob = client_of(table.bob.user)
    table.bob.user.is_active = False
    table.bob.user.save()
    assert seated(bob, table) == seated(other, table) == 404
