"""The answers that many addresses share, one for each of VIEWERS."""

VIEWERS = ("nobody", "mallory", "eve", "alice", "hana", "gm")
"""Not signed in; without a seat; who watches; who plays (Saber is hers); the assistant; the GM."""

EVERYBODY = "200 200 200 200 200 200"
SEATED = "404 404 200 200 200 200"
TABLE = "404 404 403 403 200 200"
GM_ONLY = "404 404 403 403 403 200"
