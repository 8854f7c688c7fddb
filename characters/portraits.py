"""Pictures that a sheet may show."""

from campaigns.bare_pictures import bare
from campaigns.pictures import LARGEST, flaw_of, kind_of

__all__ = ["LARGEST", "bare", "flaw_of", "kind_of"]
