"""The chapters of the rules page, in the order in which one reads them."""

from combat.handbook.chapters import back_line, front_line, life_and_death, magic, masters, melee, readings, retreat

CHAPTERS = (
    front_line.CHAPTER,
    masters.CHAPTER,
    back_line.CHAPTER,
    magic.CHAPTER,
    melee.CHAPTER,
    life_and_death.CHAPTER,
    retreat.CHAPTER,
    readings.CHAPTER,
)
