"""Labels along a line, moved apart as little as needed."""

from collections.abc import Sequence


def spread(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Return places near the ascending ``wanted``, at least ``gap`` apart, within low..high.

    All fit if there are no more than (high - low) / gap + 1 of them.
    """
    places: list[float] = []
    for place in wanted:
        least = places[-1] + gap if places else low
        places.append(max(place, least))
    limit = high
    for index in range(len(places) - 1, -1, -1):
        places[index] = min(places[index], limit)
        limit = places[index] - gap
    return places
