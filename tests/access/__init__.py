"""Who gets what at every address of the house, one file a subject.

A row says what a GET answers to each of VIEWERS, or an empty POST where there is no GET. 302 and 422 there are answers to
somebody who was let in.
A file whose addresses hold words that nobody else's do makes something for them: `places(war)` gives word → value.
"""
