"""What is kept of characters, one file a subject: their sheets and portraits (sheets)."""

from characters.models.sheets import Character, Kind, Portrait, SheetVersion

__all__ = ["Character", "Kind", "Portrait", "SheetVersion"]
