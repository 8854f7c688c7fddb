"""Who gets what at the addresses of scenes, the map, the board and the ledger."""

from campaigns.models import Area, MapPicture
from campaigns.scenes import days
from tests.access.answers import SEATED, TABLE

ROWS = {
    "scenes": SEATED,
    "scene": SEATED,
    "scene-act POST": "404 404 403 403 422 422",
    "scene-edit": TABLE,
    "scene-steps POST": "404 404 403 403 302 302",
    "scene-tick POST": "404 404 403 403 302 302",
    "scene-sign POST": "404 404 409 302 302 302",
    "war-board": SEATED,
    "map": TABLE,
    "map-picture-change POST": "404 404 403 403 422 422",
    "map-picture": SEATED,
    "area": TABLE,
    "area-remove POST": "404 404 403 403 302 404",
}


def places(war):
    scene = days.open_scene(days.new_scene(war.campaign, signs_up=True))
    return {
        "scene": scene.code,
        "step": scene.steps.all()[0].code,
        "area": Area.objects.create(campaign=war.campaign, name="부두").code,
        "picture": MapPicture.objects.create(campaign=war.campaign, kind="image/png", data=b"\x89PNG\r\n\x1a\n").code,
    }
