"""Tests leave nothing in the user's cache folder, and are never a matter of time or luck."""

import os

from draws import load_profile

os.environ["EMBEDSCOPE_CACHE"] = "off"
load_profile()
