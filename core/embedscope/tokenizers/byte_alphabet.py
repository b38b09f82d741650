"""GPT-2's alphabet, in which vocabulary files write each byte as one visible character."""

from collections.abc import Mapping


def _alphabet() -> dict[int, str]:
    """Printable Latin-1 stands for itself; the other 68 bytes are U+0100 and up, in order."""
    itself = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    others = [byte for byte in range(256) if byte not in itself]
    return {byte: chr(byte) for byte in itself} | {
        byte: chr(0x100 + place) for place, byte in enumerate(others)
    }


CHAR_OF_BYTE: Mapping[int, str] = _alphabet()
BYTE_OF_CHAR: Mapping[str, int] = {char: byte for byte, char in CHAR_OF_BYTE.items()}


def bytes_of(token: str) -> bytes:
    """Return the bytes that ``token`` stands for ("Ġworld" is b" world").

    A token with characters outside the alphabet (an added one) stands for its own UTF-8.
    """
    try:
        return bytes(BYTE_OF_CHAR[char] for char in token)
    except KeyError:
        return token.encode("utf-8", "surrogateescape")
