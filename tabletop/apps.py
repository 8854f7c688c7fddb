from django.apps import AppConfig


class TabletopConfig(AppConfig):
    name = "tabletop"
