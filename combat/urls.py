from django.urls import path

from combat.views import fights

urlpatterns = [
    path("c/<slug:code>/fights/", fights.fights, name="fights"),
]
