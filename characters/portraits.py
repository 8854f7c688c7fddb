"""Pictures that a sheet may show."""

from campaigns.pictures import LARGEST, flaw_of, kind_of

__all__ = ["LARGEST", "flaw_of", "kind_of"]
