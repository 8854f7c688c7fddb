from django.urls import path

from combat.views import after, desk, drafting, fights, house_rules, importing, moves, odds, opening, rehearsal, table

urlpatterns = [
    path("c/<slug:code>/rules/", house_rules.rules, name="rules"),
    path("c/<slug:code>/rehearsal/", rehearsal.rehearsal, name="rehearsal"),
    path("c/<slug:code>/odds/", odds.odds, name="odds"),
    path("c/<slug:code>/odds/pairs/", odds.pairs, name="odds-pairs"),
    path("c/<slug:code>/odds/<slug:job>/", odds.job, name="odds-job"),
    path("c/<slug:code>/odds/<slug:job>/cancel/", odds.cancel, name="odds-cancel"),
    path("c/<slug:code>/fights/", fights.fights, name="fights"),
    path("c/<slug:code>/fights/new/", opening.new, name="fight-new"),
    path("c/<slug:code>/fights/import/", importing.take_in, name="fight-import"),
    path("c/<slug:code>/fights/<slug:fight>/write-back/", after.write_back, name="fight-write-back"),
    path("c/<slug:code>/fights/<slug:fight>/text/", after.text, name="fight-text"),
    path("c/<slug:code>/fights/<slug:fight>/record.json", after.record, name="fight-record"),
    path("c/<slug:code>/fights/<slug:fight>/", table.fight, name="fight"),
    path("c/<slug:code>/fights/<slug:fight>/stage/", table.stage, name="fight-stage"),
    path("c/<slug:code>/fights/<slug:fight>/review/", table.review, name="fight-review"),
    path("c/<slug:code>/fights/<slug:fight>/stream/", table.stream, name="fight-stream"),
    path("c/<slug:code>/fights/<slug:fight>/told/<int:round>/<int:slot>/", table.told, name="fight-told"),
    path("c/<slug:code>/fights/<slug:fight>/look/", table.look, name="fight-look"),
    path("c/<slug:code>/fights/<slug:fight>/seals/<int:seq>/", table.seal, name="fight-seal"),
    path("c/<slug:code>/fights/<slug:fight>/plans/<slug:combatant>/", moves.plan, name="fight-plan"),
    path("c/<slug:code>/fights/<slug:fight>/plans/<slug:combatant>/draft/", drafting.ask, name="fight-draft"),
    path("c/<slug:code>/fights/<slug:fight>/plans/<slug:combatant>/ahead/", drafting.ahead, name="fight-ahead"),
    path("c/<slug:code>/fights/<slug:fight>/moves/", moves.move, name="fight-move"),
    path("c/<slug:code>/fights/<slug:fight>/rewind/", moves.rewind, name="fight-rewind"),
    path("c/<slug:code>/fights/<slug:fight>/rewind/since/", desk.since, name="fight-rewind-since"),
    path("c/<slug:code>/fights/<slug:fight>/numbers/", desk.numbers, name="fight-numbers"),
]
