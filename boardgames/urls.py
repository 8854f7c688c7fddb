from django.urls import path

from boardgames.views import after, card_files, card_sets, games, moves, opening, seats, table

urlpatterns = [
    path("card-sets/", card_sets.card_sets, name="card-sets"),
    path("card-sets/template/<slug:rules>/<slug:table>.csv", card_files.template, name="card-set-template"),
    path("card-sets/<slug:card_set>/", card_sets.one, name="card-set"),
    path("card-sets/<slug:card_set>/delete/", card_sets.delete, name="card-set-delete"),
    path("card-sets/<slug:card_set>/upload/", card_files.upload, name="card-set-upload"),
    path("card-sets/<slug:card_set>/set.json", card_files.as_json, name="card-set-json"),
    path("card-sets/<slug:card_set>/<slug:table>/", card_sets.table, name="card-set-table"),
    path("card-sets/<slug:card_set>/<slug:table>/card/", card_sets.card, name="card-set-card"),
    path("card-sets/<slug:card_set>/<slug:table>/words/", card_sets.words, name="card-set-words"),
    path("card-sets/<slug:card_set>/<slug:table>/build/", card_sets.build, name="card-set-build"),
    path("card-sets/<slug:card_set>/<slug:table>/drop/", card_sets.drop, name="card-set-drop"),
    path("card-sets/<slug:card_set>/<slug:table>/cards.csv", card_files.as_csv, name="card-set-csv"),
    path("c/<slug:code>/games/", games.games, name="games"),
    path("c/<slug:code>/games/new/<slug:kind>/", opening.new, name="game-new"),
    path("c/<slug:code>/games/guide/<slug:kind>/", games.guide, name="game-guide"),
    path("c/<slug:code>/games/import/", after.take_in, name="game-import"),
    path("c/<slug:code>/games/<slug:game>/", table.game, name="game"),
    path("c/<slug:code>/games/<slug:game>/stage/", table.stage, name="game-stage"),
    path("c/<slug:code>/games/<slug:game>/stream/", table.stream, name="game-stream"),
    path("c/<slug:code>/games/<slug:game>/moves/", moves.move, name="game-move"),
    path("c/<slug:code>/games/<slug:game>/undo/", moves.undo, name="game-undo"),
    path("c/<slug:code>/games/<slug:game>/passing/", moves.passing_of, name="game-passing"),
    path("c/<slug:code>/games/<slug:game>/seats/", seats.seats, name="game-seats"),
    path("c/<slug:code>/games/<slug:game>/replay/", after.replay, name="game-replay"),
    path("c/<slug:code>/games/<slug:game>/record.json", after.record, name="game-record"),
]
