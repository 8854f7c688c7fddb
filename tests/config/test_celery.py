"""The worker's schedule."""

from config.celery import app


def test_every_scheduled_task_is_one_that_the_worker_knows() -> None:
    app.autodiscover_tasks(force=True)
    scheduled = {entry["task"] for entry in app.conf.beat_schedule.values()}
    assert scheduled <= app.tasks.keys()
