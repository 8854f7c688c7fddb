"""What the app can do on this machine, measured: `make bench`, or `python -m bench fight` for one part.

Each module beside this one offers `rows()`: (what was measured, the figure, the limit it is held against).
"""
