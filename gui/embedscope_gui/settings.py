"""What the window remembers between two starts."""

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QByteArray, QSettings

from embedscope_gui.last_look import LastLook
from embedscope_gui.opening import FileWish
from embedscope_gui.sizes import SIZES

if TYPE_CHECKING:
    from embedscope_gui.habits import Habits

ThemeWish = Literal["system", "light", "dark"]
RECENT = 8
REMEMBERED = 200  # files whose tensor or tokenizer was chosen


class Settings:
    """Typed access to QSettings; a broken or foreign value counts as absent."""

    def __init__(self, store: QSettings | None = None) -> None:
        self._store = store if store is not None else QSettings("embedscope", "embedscope")

    @property
    def theme(self) -> ThemeWish:
        """Follow the system unless the user chose."""
        value = self._store.value("theme", "system")
        return value if value in ("light", "dark") else "system"

    @theme.setter
    def theme(self, wish: ThemeWish) -> None:
        self._store.setValue("theme", wish)

    @property
    def size(self) -> int:
        """How large everything is drawn, per cent."""
        value = str(self._store.value("size", ""))
        return int(value) if value in map(str, SIZES) else SIZES[0]

    @size.setter
    def size(self, percent: int) -> None:
        self._store.setValue("size", percent)

    @property
    def table(self) -> str:
        """Preset name or path that was open last, or ""."""
        return str(self._store.value("table", ""))

    @table.setter
    def table(self, name: str) -> None:
        self._store.setValue("table", name)

    @property
    def look(self) -> LastLook:
        """Text, mode and axes when the window was closed."""
        return LastLook.from_json(str(self._store.value("look", "")))

    @look.setter
    def look(self, look: LastLook) -> None:
        self._store.setValue("look", look.to_json())

    @property
    def habits(self) -> "Habits":
        """How things were shown when the window was closed."""
        from embedscope_gui.habits import Habits  # the first paint does without

        return Habits.from_json(str(self._store.value("habits", "")))

    @habits.setter
    def habits(self, habits: "Habits") -> None:
        self._store.setValue("habits", habits.to_json())

    @property
    def recent(self) -> tuple[str, ...]:
        """Paths opened last, newest first."""
        value = self._store.value("recent", [])
        items = [value] if isinstance(value, str) else value if isinstance(value, list) else []
        return tuple(str(item) for item in items if item)[:RECENT]

    def add_recent(self, path: str) -> None:
        """Put ``path`` first among the recent files."""
        others = [item for item in self.recent if item != path]
        self._store.setValue("recent", [path, *others][:RECENT])

    def recall(self, path: str) -> FileWish:
        """Return the tensor and the tokenizer that were chosen for the file at ``path``."""
        match self._chosen().get(path):
            case [tensor, tokenizer]:
                return FileWish(_text(tensor), _text(tokenizer))
            case _:
                return FileWish()

    def remember(self, path: str, wish: FileWish) -> None:
        """Keep what was chosen for the file at ``path``; the oldest are forgotten."""
        others = {name: choice for name, choice in self._chosen().items() if name != path}
        kept = [*others.items(), (path, [wish.tensor, wish.tokenizer])][-REMEMBERED:]
        self._store.setValue("files", json.dumps(dict(kept)))

    def _chosen(self) -> dict[str, object]:
        try:
            value = json.loads(str(self._store.value("files", "{}")))
        except (ValueError, RecursionError):
            return {}
        return value if isinstance(value, dict) else {}

    def bytes(self, key: str) -> QByteArray:
        """Return a saved geometry or splitter state, empty where there is none."""
        value = self._store.value(key)
        return value if isinstance(value, QByteArray) else QByteArray()

    def set_bytes(self, key: str, value: QByteArray) -> None:
        """Keep a geometry or splitter state."""
        self._store.setValue(key, value)

    def hidden_panes(self) -> tuple[str, ...]:
        """Names of the panes that the user hid."""
        value = self._store.value("hidden", "")
        return tuple(part for part in str(value).split(",") if part)

    def set_hidden_panes(self, names: Sequence[str]) -> None:
        """Keep the names of the hidden panes."""
        self._store.setValue("hidden", ",".join(names))


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and value else None
