"""What a keystroke costs the window's thread, in a text of 10,000 characters."""

from time import thread_time

import tiktoken
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPlainTextEdit

from benchmarks.report import Row, median_ms
from benchmarks.window import open_window, rest
from embedscope.tokenizers.rank_files import bundled_ranks
from embedscope.tokenizers.splittings import SPLITTINGS

TITLE = "A keystroke in 10,000 characters, on the window's thread"
SENTENCE = "The quick brown fox jumps over the lazy dog; naïve café 漢字 😀 x = f(1234).\n"
BETWEEN_KEYS = 0.12  # seconds: a quick typist
KEYS = "abcdefghij klmnopqrst"


def run() -> list[Row]:
    """Type into the middle of the text and compare with encoding it once."""
    text = (SENTENCE * 200)[:10_000]
    bare = tiktoken.Encoding(
        "bare",
        pat_str=SPLITTINGS["gpt2"].pattern,
        mergeable_ranks=dict(bundled_ranks("r50k_base")),
        special_tokens={"<|endoftext|>": 50256},
    )
    encode = median_ms(lambda: bare.encode_ordinary(text), 21)
    spent = _keystrokes(text)
    limit = 3 * encode + 20
    return [
        Row(
            "keystroke / bare encode_ordinary",
            spent,
            encode,
            "ms",
            "<= 3 x + 20 ms",
            spent <= limit,
        )
    ]


def _keystrokes(text: str) -> float:
    with open_window("whisper-tiny.en") as desk:
        editor = desk.window.findChild(QPlainTextEdit, "textEdit")
        assert editor is not None
        desk.window.text.show_text(text)
        desk.controller.set_text(text)
        cursor = editor.textCursor()
        cursor.setPosition(len(text) // 2)
        editor.setTextCursor(cursor)
        editor.ensureCursorVisible()
        rest(desk)
        spent = 0.0
        for key in KEYS:
            start = thread_time()
            QTest.keyClicks(editor, key)
            spent += thread_time() - start + rest(desk, BETWEEN_KEYS, until_quiet=False)
        return 1000 * (spent + rest(desk)) / len(KEYS)
