"""What is kept of characters, one file a subject: sheets and portraits (sheets), what files brought along
(baggage), what everybody has left (ledger), where and with whom he stands (ground), and who knows what (knowledge)."""

from characters.models.baggage import Baggage
from characters.models.ground import Alliance, Base, Whereabouts
from characters.models.knowledge import GRADES, Fact, Knowledge, KnowledgeKind, KnowledgeRules
from characters.models.ledger import LedgerEntry, Recovery, RestRules, Term
from characters.models.sheets import Character, Kind, Portrait, SheetVersion

__all__ = [
    "GRADES",
    "Alliance",
    "Baggage",
    "Base",
    "Character",
    "Fact",
    "Kind",
    "Knowledge",
    "KnowledgeKind",
    "KnowledgeRules",
    "LedgerEntry",
    "Portrait",
    "Recovery",
    "RestRules",
    "SheetVersion",
    "Term",
    "Whereabouts",
]
