"""How much text there is, in words."""


def counts_line(text: str, n_tokens: int | None) -> str:
    """Return "4 tokens · 13 characters · 13 bytes"; None: the tokens are still being found."""
    tokens = "finding tokens …" if n_tokens is None else plural(n_tokens, "token")
    n_bytes = len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))
    return " · ".join((tokens, plural(len(text), "character"), plural(n_bytes, "byte")))


def plural(count: int, noun: str) -> str:
    """Return "1 token" or "1,024 tokens"."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"
