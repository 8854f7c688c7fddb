"""Every page says whose it is, so that a device forgets what it kept of somebody else."""

from django.test import Client

from campaigns.phone import whose
from tests.campaigns.table import client_of


def marks(client, address="/"):
    answer = client.get(address)
    return answer[whose.HEADER], answer.cookies.get(whose.COOKIE)


def test_a_page_is_marked_for_its_reader_and_differently_for_another_one(table):
    alice, cookie = marks(client_of(table.alice.user))
    bob, _ = marks(client_of(table.bob.user))
    assert alice == cookie.value != bob
    assert not cookie["httponly"]  # the page's own script reads it


def test_the_mark_stays_the_same_over_sign_ins_and_is_set_once(table):
    first, second = client_of(table.alice.user), client_of(table.alice.user)
    assert marks(first)[0] == marks(second)[0]
    assert marks(first)[1] is None


def test_a_page_for_nobody_says_so_and_takes_the_cookie_back(table):
    client = client_of(table.alice.user)
    client.get("/")
    client.logout()
    client.cookies[whose.COOKIE] = "0123456789abcdef"
    mark, cookie = marks(client)
    assert mark == whose.NOBODY and cookie.value == ""
    assert marks(Client())[1] is None


def test_a_page_that_is_refused_says_whose_it_is_too(table):
    answer = client_of(table.alice.user).get("/c/0000000000/")
    assert answer.status_code == 404
    assert answer[whose.HEADER] == marks(client_of(table.alice.user))[0]


def test_the_mark_does_not_tell_who_it_is(table):
    mark, _ = marks(client_of(table.alice.user))
    assert mark != str(table.alice.user_id) and "alice" not in mark and len(mark) == 16
