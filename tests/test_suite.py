"""Which tests run on SQLite alone: those that say `once`, and those that cannot reach what differs elsewhere."""

import pytest


def once(request: pytest.FixtureRequest) -> bool:
    return request.node.get_closest_marker("once") is not None


def test_what_asks_for_nothing_that_is_shared_runs_once(request: pytest.FixtureRequest) -> None:
    assert once(request)


def test_what_asks_for_the_database_runs_on_both(db: None, request: pytest.FixtureRequest) -> None:
    assert not once(request)


@pytest.mark.django_db(transaction=True)
def test_so_does_what_is_marked_for_it(request: pytest.FixtureRequest) -> None:
    assert not once(request)


def test_and_what_asks_for_the_bus(redis_server: str, request: pytest.FixtureRequest) -> None:
    assert not once(request)
