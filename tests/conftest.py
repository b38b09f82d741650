"""Tests leave nothing in the user's cache folder and are never a matter of time."""

import os

from hypothesis import settings

os.environ["EMBEDSCOPE_CACHE"] = "off"
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
