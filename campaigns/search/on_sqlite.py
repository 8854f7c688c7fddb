"""The index in SQLite: an FTS5 table that keeps the terms and nothing else.

Without a copy of the content it is small; the price is that a row goes only by saying what stood in it. Its tokenizer
"ascii" parts at ASCII signs alone, so a term stays whole.
"""

from campaigns.search.index import Index, Question, execute, joined

TAKE = "INSERT INTO campaigns_search (campaigns_search, rowid, terms) VALUES ('delete', %s, %s)"
GIVE = "INSERT INTO campaigns_search (rowid, terms) VALUES (%s, %s)"


class OnSQLite(Index):
    create = (
        "CREATE VIRTUAL TABLE campaigns_search USING "
        "fts5(terms, content='', detail=none, columnsize=0, tokenize='ascii')",
    )
    remove = ("DROP TABLE campaigns_search",)
    answers = newest = "SELECT rowid AS document FROM campaigns_search WHERE campaigns_search MATCH %s"

    def move(self, document: int, before: frozenset[str], after: frozenset[str]) -> None:
        if before and before != after:
            execute(TAKE, [document, " ".join(sorted(before))])
        if after and before != after:
            execute(GIVE, [document, " ".join(sorted(after))])

    def asked(self, question: Question) -> str:
        return joined(question, '"', " OR ", " AND ")


INDEX = OnSQLite()
