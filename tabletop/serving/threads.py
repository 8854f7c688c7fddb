"""Threads for views, used as if there were one. Several at a time only take the interpreter from each other, and each has a
database connection that must read anew what another one has written; so one view runs after the other, in the thread that
ran last. But nobody shall wait for a slow page: a view that takes long lets the next one begin beside it.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager


class Threads:
    """`most` threads; `patience`: seconds after which the next call begins although the one before is not done."""

    def __init__(self, most: int, patience: float):
        self._patience = patience
        self._turn = asyncio.Semaphore()
        self._idle: asyncio.LifoQueue[ThreadPoolExecutor] = asyncio.LifoQueue()
        for number in range(most):
            self._idle.put_nowait(ThreadPoolExecutor(1, thread_name_prefix=f"view-{number}"))

    async def run[**P, T](self, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What `call` returns, in its turn."""
        async with self._in_turn():
            thread = await self._idle.get()
            try:
                return await asyncio.get_running_loop().run_in_executor(thread, lambda: call(*args, **kwargs))
            finally:
                self._idle.put_nowait(thread)

    @asynccontextmanager
    async def _in_turn(self) -> AsyncIterator[None]:
        await self._turn.acquire()
        kept = True

        def pass_on() -> None:
            nonlocal kept
            if kept:
                kept = False
                self._turn.release()

        timer = asyncio.get_running_loop().call_later(self._patience, pass_on)
        try:
            yield
        finally:
            timer.cancel()
            pass_on()
