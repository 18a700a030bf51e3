"""Nested lists and dictionaries: flatten them, compare them, choose among them."""


def flatten(values, depth=-1):
    """The values of nested lists in one; of so many levels if `depth` isn't negative."""
    flat = []
    for value in values:
        if isinstance(value, list) and depth != 0:
            flat += flatten(value, depth - 1)
        else:
            flat.append(value)
    return flat


def depth(tree):
    """How deep lists are nested in each other: 0 for anything else, 1 for an empty list."""
    if not isinstance(tree, list):
        return 0
    return 1 + max((depth(each) for each in tree), default=0)


def differences(old, new, path=""):
    """What has changed between two nested dictionaries, by path: "+", "-" or "~"."""
    found = {}
    for name in sorted(old.keys() | new.keys()):
        place = f"{path}.{name}" if path else name
        if name not in new:
            found[place] = "-"
        elif name not in old:
            found[place] = "+"
        elif isinstance(old[name], dict) and isinstance(new[name], dict):
            found.update(differences(old[name], new[name], place))
        elif old[name] != new[name]:
            found[place] = "~"
    return found


def change(amount, coins):
    """The fewest coins that make an amount, the largest first; None if there are none."""
    if amount == 0:
        return []
    best = None
    for place, coin in enumerate(coins):
        if coin <= amount:
            rest = change(amount - coin, coins[place:])
            if rest is not None and (best is None or len(rest) + 1 < len(best)):
                best = [coin, *rest]
    return best


def hanoi(count, start="A", goal="C", other="B"):
    """The moves that bring so many discs from one peg to another."""
    if count == 0:
        return []
    return [
        *hanoi(count - 1, start, other, goal),
        (start, goal),
        *hanoi(count - 1, other, goal, start),
    ]
