from django.apps import AppConfig


class BoardgamesConfig(AppConfig):
    name = "boardgames"
