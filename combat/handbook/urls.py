from django.urls import path

from combat.handbook import views

urlpatterns = [path("rulebook/", views.rulebook, name="rulebook")]
