"""Pictures that a sheet may show."""

from campaigns.pictures import LARGEST, kind_of

__all__ = ["LARGEST", "kind_of"]
