"""The threads that views run in: one after the other in the same one, and beside a slow one in another."""

import asyncio
import threading

import pytest

from tabletop.serving.threads import Threads

NEVER = 3600
AT_ONCE = 0


def run_all(threads, *calls):
    async def all_of_them():
        return await asyncio.gather(*(threads.run(call) for call in calls), return_exceptions=True)

    return asyncio.run(all_of_them())


def test_quick_views_run_one_after_the_other_in_one_thread():
    at_once, most = [0], [0]

    def view():
        at_once[0] += 1
        most[0] = max(most[0], at_once[0])
        at_once[0] -= 1
        return threading.current_thread().name

    assert len(set(run_all(Threads(4, NEVER), *[view] * 20))) == 1
    assert most == [1]


def test_a_slow_view_lets_the_next_one_begin_beside_it():
    done = threading.Event()

    def slow():
        assert done.wait(60)
        return threading.current_thread().name

    def quick():
        done.set()
        return threading.current_thread().name

    first, second = run_all(Threads(2, 0.01), slow, quick)
    assert first != second


def test_no_more_run_at_once_than_there_are_threads_and_all_get_done():
    meeting = threading.Barrier(3)

    def slow():
        return meeting.wait(60)

    answers = run_all(Threads(3, AT_ONCE), *[slow] * 9)
    assert sorted(answers) == sorted([0, 1, 2] * 3)


def test_a_view_that_fails_tells_who_asked_and_holds_nobody_up():
    def fails():
        raise LookupError

    failed, fine = run_all(Threads(1, NEVER), fails, lambda: "fine")
    assert isinstance(failed, LookupError)
    assert fine == "fine"


def test_a_view_gets_what_it_is_given():
    async def given():
        return await Threads(1, NEVER).run(lambda *words, end: "".join(words) + end, "가", "나", end=".")

    assert asyncio.run(given()) == "가나."


@pytest.mark.parametrize("threads", [1, 4])
def test_who_went_away_while_he_waited_takes_nobody_s_turn(threads):
    async def leaving():
        views, done = Threads(threads, NEVER), threading.Event()
        slow = asyncio.create_task(views.run(done.wait, 60))
        waiting = asyncio.create_task(views.run(lambda: "never asked"))
        await asyncio.sleep(0.05)
        waiting.cancel()
        done.set()
        return await slow, await views.run(lambda: "here")

    assert asyncio.run(leaving()) == (True, "here")
