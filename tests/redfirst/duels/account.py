"""An account with a limit, a history and a fee."""

from dataclasses import dataclass, field


class RefusedError(Exception):
    """A payment that isn't made."""


@dataclass
class Account:
    owner: str
    cents: int = 0
    limit: int = 10_000
    history: list = field(default_factory=list)

    def deposit(self, cents):
        if cents <= 0:
            raise RefusedError("nothing to deposit")
        self.cents += cents
        self.history.append(("deposit", cents))

    def withdraw(self, cents):
        if cents > self.cents + self.limit:
            raise RefusedError("beyond the limit")
        self.cents -= cents
        self.history.append(("withdraw", cents))
        if self.cents < 0:
            self.charge(-self.cents // 100)

    def charge(self, cents):
        if cents > 0:
            self.cents -= cents
            self.history.append(("fee", cents))

    def undo(self):
        if not self.history:
            return False
        kind, cents = self.history.pop()
        if kind == "deposit":
            self.cents -= cents
        else:
            self.cents += cents
        return True

    @property
    def in_debt(self):
        return self.cents < 0


def transfer(one, other, cents):
    """Move some cents; if that is refused, nothing happens."""
    if one is other:
        raise RefusedError("the same account")
    one.withdraw(cents)
    other.deposit(cents)


def richest(accounts):
    """The owner of the most cents, the first in the alphabet among equals; or None."""
    if not accounts:
        return None
    return min(accounts, key=lambda each: (-each.cents, each.owner)).owner
