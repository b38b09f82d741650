"""What a Python pickle says, without doing what it says.

Unpickling normally imports and calls whatever the file names. Here the opcodes (listed by
``pickletools``, which only reads) build plain records instead: a global is a pair of names, a call
is a note of what would be called with what. Nothing of the file is ever run.
"""

import io
import pickletools
from collections.abc import Callable
from dataclasses import dataclass, field


class BadPickleError(Exception):
    """Bytes that are no pickle, or one that is cut short."""


@dataclass(frozen=True)
class Global:
    """A name that a pickle would import."""

    module: str
    name: str


@dataclass(eq=False)
class Made:
    """An object a pickle would make by a call; also stands for dicts, which have no function."""

    function: object = None
    args: tuple[object, ...] = ()
    state: object = None
    items: list[tuple[object, object]] = field(default_factory=list)
    values: list[object] = field(default_factory=list)


@dataclass(frozen=True, eq=False)
class Persistent:
    """Something kept outside the pickle: PyTorch's storages."""

    key: object


@dataclass(frozen=True)
class Pickle:
    """What one pickle describes."""

    value: object
    persistent: tuple[Persistent, ...]  # all that are named in it, in order
    stop: int  # where it ends


def read_pickle(data: bytes, start: int = 0) -> Pickle:
    """Return what the pickle at ``start`` describes; BadPickleError if it is broken."""
    stream = io.BytesIO(data)
    stream.seek(start)
    machine = _Machine()
    try:
        for opcode, argument, _ in pickletools.genops(stream):
            _STEPS.get(opcode.name, _Machine.push)(machine, argument)
        return Pickle(machine.stack.pop(), tuple(machine.persistents), stream.tell())
    except (LookupError, TypeError, AttributeError) as fault:
        raise BadPickleError("the pickle contradicts itself") from fault
    except (ValueError, OverflowError, MemoryError) as fault:
        raise BadPickleError(str(fault)) from fault


class _Machine:
    """The stack and the memo of a pickle; each method is the step of some opcodes."""

    def __init__(self) -> None:
        self.stack: list[object] = []
        self.outer: list[list[object]] = []  # stacks below the marks
        self.memo: dict[object, object] = {}
        self.persistents: list[Persistent] = []

    def push(self, argument: object) -> None:
        """Keep a number or a text, as most opcodes do."""
        self.stack.append(argument)

    def nothing(self, _: object) -> None:
        """Pass over an opcode that only helps reading."""

    def mark(self, _: object) -> None:
        """Begin a group."""
        self.outer.append(self.stack)
        self.stack = []

    def group(self) -> list[object]:
        """Return what was pushed since the last mark."""
        group, self.stack = self.stack, self.outer.pop()
        return group

    def pop(self, _: object) -> None:
        """Forget the last value, or the mark where there is none."""
        if self.stack:
            self.stack.pop()
        else:
            self.group()

    def pop_group(self, _: object) -> None:
        """Forget a group."""
        self.group()

    def duplicate(self, _: object) -> None:
        """Repeat the last value."""
        self.stack.append(self.stack[-1])

    def tuple_of(self, size: int) -> None:
        """Join the last ``size`` values."""
        place = len(self.stack) - size
        if place < 0:
            raise IndexError
        parts = tuple(self.stack[place:])
        del self.stack[place:]
        self.stack.append(parts)

    def group_tuple(self, _: object) -> None:
        """Join a group."""
        self.push(tuple(self.group()))

    def group_list(self, _: object) -> None:
        """List a group, or a frozen set."""
        self.push(self.group())

    def group_dict(self, _: object) -> None:
        """Pair a group up."""
        self.push(Made(items=_pairs(self.group())))

    def empty_list(self, _: object) -> None:
        """Begin a list."""
        self.push([])

    def empty_dict(self, _: object) -> None:
        """Begin a dict or a set."""
        self.push(Made())

    def append(self, _: object) -> None:
        """Put one value at the end of a list."""
        value = self.stack.pop()
        self._extend([value])

    def extend(self, _: object) -> None:
        """Put a group at the end of a list or into a set."""
        self._extend(self.group())

    def _extend(self, values: list[object]) -> None:
        target = self.stack[-1]
        (target if isinstance(target, list) else _made(target).values).extend(values)

    def set_item(self, _: object) -> None:
        """Set one item of a dict."""
        value, key = self.stack.pop(), self.stack.pop()
        _made(self.stack[-1]).items.append((key, value))

    def set_items(self, _: object) -> None:
        """Set a group of items of a dict."""
        group = self.group()
        _made(self.stack[-1]).items.extend(_pairs(group))

    def find(self, names: object) -> None:
        """Name a global: "module name" in one text."""
        module, _, name = str(names).partition(" ")
        self.push(Global(module, name))

    def find_popped(self, _: object) -> None:
        """Name a global by two texts."""
        name, module = self.stack.pop(), self.stack.pop()
        self.push(Global(str(module), str(name)))

    def find_registered(self, code: object) -> None:
        """Name a global by a number that only the writer knows."""
        self.push(Global("copyreg", str(code)))

    def call(self, _: object) -> None:
        """Note a call with a tuple of arguments."""
        args, function = self.stack.pop(), self.stack.pop()
        self.push(Made(function, _tuple(args)))

    def call_with_names(self, _: object) -> None:
        """Note a call with arguments and named arguments; the latter are left out."""
        self.stack.pop()
        self.call(None)

    def call_group(self, _: object) -> None:
        """Note a call of the first of a group with the rest."""
        function, *args = self.group()
        self.push(Made(function, tuple(args)))

    def call_found(self, names: object) -> None:
        """Note a call of a global with a group."""
        args = self.group()
        self.find(names)
        self.push(Made(self.stack.pop(), tuple(args)))

    def build(self, _: object) -> None:
        """Note the state of an object."""
        state = self.stack.pop()
        _made(self.stack[-1]).state = state

    def persistent(self, key: object) -> None:
        """Note a thing kept elsewhere, named in the opcode."""
        self.persistents.append(Persistent(key))
        self.push(self.persistents[-1])

    def persistent_popped(self, _: object) -> None:
        """Note a thing kept elsewhere, named on the stack."""
        self.persistent(self.stack.pop())

    def put(self, number: object) -> None:
        """Remember the last value."""
        self.memo[number] = self.stack[-1]

    def memoize(self, _: object) -> None:
        """Remember the last value under the next number."""
        self.memo[len(self.memo)] = self.stack[-1]

    def get(self, number: object) -> None:
        """Recall a value."""
        self.push(self.memo[number])


def _made(thing: object) -> Made:
    """Return the object that items, values or a state are given to; others lose them."""
    return thing if isinstance(thing, Made) else Made()


def _tuple(thing: object) -> tuple[object, ...]:
    return thing if isinstance(thing, tuple) else (thing,)


def _pairs(group: list[object]) -> list[tuple[object, object]]:
    return list(zip(group[::2], group[1::2], strict=False))


_Step = Callable[[_Machine, object], None]
_STEPS: dict[str, _Step] = {
    **dict.fromkeys(("PROTO", "FRAME", "STOP", "READONLY_BUFFER"), _Machine.nothing),
    **dict.fromkeys(("NONE", "NEXT_BUFFER"), lambda machine, _: machine.push(None)),
    "NEWTRUE": lambda machine, _: machine.push(True),
    "NEWFALSE": lambda machine, _: machine.push(False),
    "MARK": _Machine.mark,
    "POP": _Machine.pop,
    "POP_MARK": _Machine.pop_group,
    "DUP": _Machine.duplicate,
    "EMPTY_TUPLE": lambda machine, _: machine.push(()),
    "TUPLE1": lambda machine, _: machine.tuple_of(1),
    "TUPLE2": lambda machine, _: machine.tuple_of(2),
    "TUPLE3": lambda machine, _: machine.tuple_of(3),
    "TUPLE": _Machine.group_tuple,
    "EMPTY_LIST": _Machine.empty_list,
    **dict.fromkeys(("LIST", "FROZENSET"), _Machine.group_list),
    **dict.fromkeys(("EMPTY_DICT", "EMPTY_SET"), _Machine.empty_dict),
    "DICT": _Machine.group_dict,
    "APPEND": _Machine.append,
    **dict.fromkeys(("APPENDS", "ADDITEMS"), _Machine.extend),
    "SETITEM": _Machine.set_item,
    "SETITEMS": _Machine.set_items,
    "GLOBAL": _Machine.find,
    "STACK_GLOBAL": _Machine.find_popped,
    **dict.fromkeys(("EXT1", "EXT2", "EXT4"), _Machine.find_registered),
    **dict.fromkeys(("REDUCE", "NEWOBJ"), _Machine.call),
    "NEWOBJ_EX": _Machine.call_with_names,
    "OBJ": _Machine.call_group,
    "INST": _Machine.call_found,
    "BUILD": _Machine.build,
    "PERSID": _Machine.persistent,
    "BINPERSID": _Machine.persistent_popped,
    **dict.fromkeys(("PUT", "BINPUT", "LONG_BINPUT"), _Machine.put),
    "MEMOIZE": _Machine.memoize,
    **dict.fromkeys(("GET", "BINGET", "LONG_BINGET"), _Machine.get),
}
"""What each opcode does; all others put their argument on the stack."""
