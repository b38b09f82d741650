"""``embedscope lesson``: the window with a lesson open."""

import argparse


def run(given: argparse.Namespace) -> int:
    """Open the window at a lesson, or at the list of lessons; without a display, its picture."""
    if given.lesson:
        from embedscope.lessons.loading import find_step

        find_step(given.lesson)  # says in one sentence that there is no such lesson
    from embedscope_gui import app

    return app.main([f"--lesson={given.lesson}"])
