from datetime import date
from decimal import Decimal

from loans import add_months, age, due, fee, next_open


def test_next_open():
    assert next_open(date(2024, 5, 1)) == date(2024, 5, 2)


def test_due():
    assert due(date(2024, 3, 4)) == date(2024, 3, 25)


def test_fee():
    assert fee(date(2024, 3, 4), date(2024, 3, 28)) == Decimal("0.75")


def test_no_fee():
    assert fee(date(2024, 3, 4), date(2024, 3, 20)) == 0


def test_age():
    assert age(date(2000, 5, 17), date(2024, 3, 1)) == 23


def test_add_months():
    assert add_months(date(2024, 1, 31), 1) == date(2024, 2, 29)
