"""``python -m embedscope_gui``: the command, where its script is not on the path."""

import sys

from embedscope_gui.cli import main

if __name__ == "__main__":
    sys.exit(main())
