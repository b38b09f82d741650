"""Tokens as points: the plane and the space, painted by functions that saved figures share."""
