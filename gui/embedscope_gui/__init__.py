"""The window and the command line of embedscope; everything with Qt in it lives here."""
