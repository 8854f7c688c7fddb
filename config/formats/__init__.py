"""How dates are written where Django does not write them as the people of a language do."""
