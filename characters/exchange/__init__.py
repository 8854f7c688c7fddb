"""Sheets in foreign formats, one module each: text or bytes to a sheet's answers and back. Pure."""
