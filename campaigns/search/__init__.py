"""Search: what a war holds, found as people type it, and only what the searcher may see.

Other rooms say what there is to find (`sources.register`) and keep it up to date (`documents.put`, `documents.drop`).
"""
