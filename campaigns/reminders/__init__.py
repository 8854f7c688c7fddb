"""Whose turn it is and until when: deadlines, absences, stand-ins, and the messages that remind people."""
