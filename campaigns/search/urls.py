from django.urls import path

from campaigns.search import views

urlpatterns = [
    path("c/<slug:code>/search/", views.search, name="search"),
    path("c/<slug:code>/search/again/", views.again, name="search-again"),
]
