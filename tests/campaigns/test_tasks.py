"""What the worker is told to do at night is something it knows."""

from config.celery import app


def test_every_scheduled_task_exists() -> None:
    app.autodiscover_tasks(force=True)
    scheduled = {entry["task"] for entry in app.conf.beat_schedule.values()}
    assert {"campaigns.tasks.clear_sessions", "campaigns.tasks.clear_links"} <= scheduled <= app.tasks.keys()
