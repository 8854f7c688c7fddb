"""The ledger of every character (장부): what everybody has left, every change of it, rest, and terms that run."""
