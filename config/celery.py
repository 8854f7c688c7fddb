"""The Celery app: the worker's tasks and its schedule."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("grailkeeper")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
