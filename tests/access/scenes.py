"""Who gets what at the addresses of scenes, the map, the board and the ledger."""

from campaigns.models import Area, MapPicture
from campaigns.scenes import days
from characters.ledger import recoveries
from characters.ledger.posting import post
from characters.models import Alliance, Base, Term
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
    "war-board-stream STREAM": SEATED,
    "map": TABLE,
    "map-picture-change POST": "404 404 403 403 422 422",
    "map-picture": SEATED,
    "area": TABLE,
    "area-remove POST": "404 404 403 403 302 404",
    "ledger": SEATED,
    "ledger-post POST": "404 404 403 403 422 422",
    "ledger-undo POST": "404 404 403 403 302 409",
    "recover": "404 404 403 200 200 200",
    "scene-start POST": "404 404 403 403 302 302",
    "recovery POST": "404 404 404 403 422 422",
    "rest-rules": SEATED,
    "term": TABLE,
    "bases": TABLE,
    "base": TABLE,
    "whereabouts": TABLE,
    "alliances": TABLE,
    "alliance-end POST": "404 404 403 403 302 302",
}


def places(war):
    scene = days.open_scene(days.new_scene(war.campaign, signs_up=True))
    area = Area.objects.create(campaign=war.campaign, name="부두")
    base = Base.objects.create(area=area, character=war.saber)
    alliance = Alliance.objects.create(campaign=war.campaign)
    alliance.members.set([war.saber, war.lancer])
    entry = post(war.lancer, {"mp": -90}, by=None, cause="gm")
    saved = post(war.saber, {"use:reed": 1}, by=None, cause="gm")
    alice = war.seats["alice"].user
    return {
        "entry": saved.code,
        "base": base.code,
        "alliance": alliance.code,
        "term": Term.objects.get(began=entry).code,
        "recovery": recoveries.declare(war.saber, scene, "mana_line", alice, gain=3).code,
        "scene": scene.code,
        "step": scene.steps.all()[0].code,
        "area": area.code,
        "picture": MapPicture.objects.create(campaign=war.campaign, kind="image/png", data=b"\x89PNG\r\n\x1a\n").code,
    }
