"""When a book is due, and what it costs to bring it back late."""

from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal

HOLIDAYS = {(1, 1), (5, 1), (12, 25), (12, 26)}
A_DAY = Decimal("0.25")
MOST = Decimal("10.00")


def is_open(day):
    """Whether the library is open: not on Sundays and holidays."""
    return day.weekday() != 6 and (day.month, day.day) not in HOLIDAYS


def next_open(day):
    """This day if the library is open, or else the next one on which it is."""
    while not is_open(day):
        day += timedelta(days=1)
    return day


def due(taken, weeks=3):
    """When a book is due that was taken on this day."""
    if weeks < 1:
        raise ValueError("a week at least")
    return next_open(taken + timedelta(weeks=weeks))


def fee(taken, back, child=False):
    """The fee: a day's price for each open day after it was due, half of it for a child."""
    late, day = 0, due(taken)
    while day < back:
        day += timedelta(days=1)
        late += is_open(day)
    price = min(late * A_DAY, MOST)
    if child:
        price /= 2
    return price.quantize(Decimal("0.01"), ROUND_HALF_UP)


def age(born, today):
    """The years of a person on a day."""
    had_it = (today.month, today.day) >= (born.month, born.day)
    return today.year - born.year - (0 if had_it else 1)


def add_months(day, months):
    """The same day so many months later, or the last of a month that is too short."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    for number in (day.day, 30, 29, 28):
        try:
            return date(year, month + 1, number)
        except ValueError:
            continue
    return None
