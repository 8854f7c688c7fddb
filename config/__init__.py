"""Settings, addresses and the two entrances: the web server (`asgi`) and the worker (`celery`)."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
