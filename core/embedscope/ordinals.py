"""Places in words."""

ORDINALS = (
    *("first", "second", "third", "fourth", "fifth", "sixth"),
    *("seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth"),
)


def ordinal(number: int) -> str:
    """Return "first" for 1, "996th" for 996."""
    if 1 <= number <= len(ORDINALS):
        return ORDINALS[number - 1]
    last = 0 if number % 100 in (11, 12, 13) else number % 10
    return f"{number:,}{('th', 'st', 'nd', 'rd')[last] if last < 4 else 'th'}"
