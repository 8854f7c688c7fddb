from django.urls import path

from boardgames.views import after, games, moves, opening, seats, table

urlpatterns = [
    path("c/<slug:code>/games/", games.games, name="games"),
    path("c/<slug:code>/games/new/<slug:kind>/", opening.new, name="game-new"),
    path("c/<slug:code>/games/guide/<slug:kind>/", games.guide, name="game-guide"),
    path("c/<slug:code>/games/import/", after.take_in, name="game-import"),
    path("c/<slug:code>/games/<slug:game>/", table.game, name="game"),
    path("c/<slug:code>/games/<slug:game>/stage/", table.stage, name="game-stage"),
    path("c/<slug:code>/games/<slug:game>/stream/", table.stream, name="game-stream"),
    path("c/<slug:code>/games/<slug:game>/moves/", moves.move, name="game-move"),
    path("c/<slug:code>/games/<slug:game>/passing/", moves.passing_of, name="game-passing"),
    path("c/<slug:code>/games/<slug:game>/seats/", seats.seats, name="game-seats"),
    path("c/<slug:code>/games/<slug:game>/replay/", after.replay, name="game-replay"),
    path("c/<slug:code>/games/<slug:game>/record.json", after.record, name="game-record"),
]
