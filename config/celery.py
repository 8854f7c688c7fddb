"""The Celery app: the worker's tasks (settings.CELERY_… say how) and its schedule.

The worker and the web entrance load it; commands such as `adjudicate` do without and start the faster for it.
"""

import os

from celery import Celery
from celery.schedules import crontab

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("grailkeeper")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.conf.beat_schedule = {
    "clear sessions": {"task": "campaigns.tasks.clear_sessions", "schedule": crontab(hour="4", minute="10")},
    "clear links": {"task": "campaigns.tasks.clear_links", "schedule": crontab(hour="4", minute="20")},
    "clear reminders": {"task": "campaigns.reminders.tasks.clear", "schedule": crontab(hour="4", minute="30")},
    "rescue files": {"task": "campaigns.takeaway.tasks.rescue_all", "schedule": crontab(hour="4", minute="40")},
    "board games": {"task": "boardgames.tasks.deadlines", "schedule": 300.0, "options": {"expires": 300}},
    "sort threads": {"task": "campaigns.search.tasks.sort_left_over", "schedule": 300.0, "options": {"expires": 300}},
    "teach": {"task": "combat.tasks.teach", "schedule": 300.0, "options": {"expires": 300}},
    # Given up after a minute: when the worker comes back, one look is as good as a hundred.
    "remind": {"task": "campaigns.reminders.tasks.remind", "schedule": 60.0, "options": {"expires": 60}},
}
