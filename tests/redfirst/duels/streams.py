"""Small tools for streams of values, none of which reads more than it has to."""

from collections import deque


def chunks(values, size):
    """Lists of `size` values; the last may be shorter."""
    if size < 1:
        raise ValueError("a chunk has one value or more")
    chunk = []
    for value in values:
        chunk.append(value)
        if len(chunk) == size:
            yield chunk
            chunk = []
    if chunk:
        yield chunk


def windows(values, size):
    """All runs of `size` values that follow each other, as tuples."""
    seen = deque(maxlen=size)
    for value in values:
        seen.append(value)
        if len(seen) == size:
            yield tuple(seen)


def merge(left, right):
    """Two sorted lists as one sorted stream; of equals, the left one first."""
    i = j = 0
    while i < len(left) and j < len(right):
        if right[j] < left[i]:
            yield right[j]
            j += 1
        else:
            yield left[i]
            i += 1
    yield from left[i:]
    yield from right[j:]


def running_mean(values, count=3):
    """The mean of the last `count` values, or of those that there are."""
    last, total = deque(), 0
    for value in values:
        last.append(value)
        total += value
        if len(last) > count:
            total -= last.popleft()
        yield total / len(last)


def without_repeats(values):
    """The values, without those that equal the one before."""
    before = object()
    for value in values:
        if value != before:
            yield value
        before = value
