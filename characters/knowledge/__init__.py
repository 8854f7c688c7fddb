"""Who knows what (정보점): facts about characters, points of information, and what they open to whom."""
