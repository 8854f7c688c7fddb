"""Addresses of scenes, the map and the board of the war."""

from django.urls import path

from campaigns.scenes.views import board, maps, scenes

urlpatterns = [
    path("c/<slug:code>/scenes/", scenes.scenes, name="scenes"),
    path("c/<slug:code>/scenes/<slug:scene>/", scenes.scene, name="scene"),
    path("c/<slug:code>/scenes/<slug:scene>/act/", scenes.act, name="scene-act"),
    path("c/<slug:code>/scenes/<slug:scene>/edit/", scenes.edit, name="scene-edit"),
    path("c/<slug:code>/scenes/<slug:scene>/steps/", scenes.steps, name="scene-steps"),
    path("c/<slug:code>/scenes/<slug:scene>/steps/<slug:step>/", scenes.tick, name="scene-tick"),
    path("c/<slug:code>/scenes/<slug:scene>/sign/", scenes.sign, name="scene-sign"),
    path("c/<slug:code>/board/", board.board, name="war-board"),
    path("c/<slug:code>/board/stream/", board.stream, name="war-board-stream"),
    path("c/<slug:code>/board/map/", maps.areas, name="map"),
    path("c/<slug:code>/board/map/picture/", maps.change_picture, name="map-picture-change"),
    path("c/<slug:code>/board/map/picture/<slug:picture>/", maps.picture, name="map-picture"),
    path("c/<slug:code>/board/map/<slug:area>/", maps.area, name="area"),
    path("c/<slug:code>/board/map/<slug:area>/remove/", maps.remove, name="area-remove"),
]
