import pytest
from account import Account, RefusedError, richest, transfer


def test_deposit():
    account = Account("ann")
    account.deposit(50)
    assert account.cents == 50


def test_withdraw():
    account = Account("ann", 500)
    account.withdraw(200)
    assert account.cents == 300


def test_limit():
    account = Account("ann", 0, 100)
    with pytest.raises(RefusedError):
        account.withdraw(500)


def test_undo():
    account = Account("ann", 500)
    account.withdraw(200)
    assert account.undo()
    assert account.cents == 500


def test_transfer():
    ann, ben = Account("ann", 500), Account("ben")
    transfer(ann, ben, 200)
    assert (ann.cents, ben.cents) == (300, 200)


def test_richest():
    assert richest([Account("ann", 1), Account("ben", 5)]) == "ben"
