"""Doors that are knocked at too often stay shut for a while, and say for how long."""

import pytest
import redis
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from campaigns import rate
from campaigns.models import User
from campaigns.rate import Bucket, wait

pytestmark = pytest.mark.django_db


def test_a_bucket_gives_what_it_holds_and_then_says_how_long_to_wait(redis_server):
    assert [wait({"door": Bucket(3, 60)}) for _ in range(5)] == [0, 0, 0, 60, 60]


def test_tokens_come_back_one_by_one(redis_server):
    quick = {"door": Bucket(1, 1)}
    assert (wait(quick), wait(quick)) == (0, 1)
    rate._redis().hset("grailkeeper:rate:door", "at", 0)
    assert (wait(quick), wait(quick)) == (0, 1)


def test_an_empty_bucket_costs_the_full_one_nothing(redis_server):
    wait({"name": Bucket(1, 60)})
    for _ in range(3):
        assert wait({"address": Bucket(1, 60), "name": Bucket(1, 60)}) == 60
    assert wait({"address": Bucket(1, 60)}) == 0


@given(st.integers(1, 20), st.integers(1, 600))
def test_a_bucket_never_gives_more_than_it_holds_at_once(redis_server, size, seconds):
    rate._redis().delete("grailkeeper:rate:any")
    given_out = [wait({"any": Bucket(size, seconds)}) for _ in range(size + 2)]
    assert given_out[:size] == [0] * size
    assert all(0 < pause <= seconds for pause in given_out[size:])


def attempts(client: Client, count: int, **written: str) -> list[int]:
    return [client.post("/login/", {"password": "wrong", **written}).status_code for _ in range(count)]


def test_one_name_is_tried_a_few_times_only_even_from_many_addresses():
    codes = [
        Client(REMOTE_ADDR=f"10.0.0.{n}").post("/login/", {"name": "Keeper", "password": "wrong"}).status_code
        for n in range(rate.SIGN_IN_AS.size + 1)
    ]
    assert codes == [422] * rate.SIGN_IN_AS.size + [429]


def test_one_address_tries_many_names_only_so_often():
    client = Client()
    codes = [
        client.post("/login/", {"name": f"n{n}", "password": "x"}).status_code for n in range(rate.SIGN_IN.size + 1)
    ]
    assert codes == [422] * rate.SIGN_IN.size + [429]


def test_the_other_spelling_of_a_name_is_the_same_name():
    for name in ("keeper", "KEEPER", "ｋｅｅｐｅｒ", " keeper ") * 2:
        attempts(Client(), 1, name=name)
    assert attempts(Client(), 1, name="Keeper") == [429]


def test_too_many_tries_are_answered_with_a_sentence_and_a_time():
    client = Client()
    attempts(client, rate.SIGN_IN_AS.size, name="Keeper")
    response = client.post("/login/", {"name": "Keeper", "password": "x"})
    assert 0 < int(response["Retry-After"]) <= rate.SIGN_IN_AS.seconds
    assert "다시 하세요" in response.text
    assert client.get("/login/").status_code == 200, "reading the form costs nothing"


@pytest.mark.parametrize(("door", "bucket"), [("/signup/", rate.SIGN_UP), ("/join/nothing/", rate.JOIN)])
def test_signing_up_and_joining_are_limited(door, bucket):
    client = Client()
    codes = [client.post(door, {}).status_code for _ in range(bucket.size + 1)]
    assert 429 not in codes[:-1]
    assert codes[-1] == 429


def test_of_an_ipv6_network_everybody_is_one():
    for n in range(rate.SIGN_UP.size):
        Client(REMOTE_ADDR=f"2001:db8:1:2::{n}").post("/signup/", {})
    assert Client(REMOTE_ADDR="2001:db8:1:2:ffff::1").post("/signup/", {}).status_code == 429
    assert Client(REMOTE_ADDR="2001:db8:1:3::1").post("/signup/", {}).status_code == 422


def test_with_the_bus_down_people_still_come_in(monkeypatch, caplog):
    User.objects.create_user("Keeper", "a lantern at sea", nickname="Keeper")
    monkeypatch.setattr(rate, "_redis", lambda: redis.Redis.from_url("unix:///nowhere/redis.sock"))
    response = Client().post("/login/", {"name": "Keeper", "password": "a lantern at sea"})
    assert response.status_code == 302
    assert "bus is down" in caplog.text
    assert "Keeper" not in caplog.text
