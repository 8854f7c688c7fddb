"""The rules page: every rule of the fight in own words, with its id and its example. The same for everybody; it holds no war."""
