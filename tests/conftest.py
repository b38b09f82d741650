"""Tests leave nothing in the user's cache folder."""

import os

os.environ["EMBEDSCOPE_CACHE"] = "off"
