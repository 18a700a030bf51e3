"""Draft."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from wordle_course.counting import (
    Int,
    Numbers,
    Tables,
    best_member,
    compiled,
    count_groups,
    make_tables,
    more_groups,
    split,
)
from wordle_course.search import UNLIMITED, Key, Memo, key_of, place_of, remember
from wordle_course.words import WordLists

NO_KEY: Key = (np.uint64(0), np.uint64(0))


@compiled
def missed_by_two(tables: Tables, memo: Memo, guesses: Numbers, answers: Numbers) -> Int:
    """How many of `answers` two guesses miss: n - k, for the guess with most groups k."""
    n = len(answers)
    if n <= 2:
        return np.int64(0)
    key = key_of(tables, answers, NO_KEY, UNLIMITED)
    place = place_of(memo, key)
    if place >= 0:
        return np.int64(memo.values[place, 0])
    most = np.int64(best_member(tables, answers)[1])
    missed = n - np.int64(more_groups(tables, answers, guesses, most))
    remember(memo, key, missed, missed, np.int64(-1))
    return missed


@compiled
def largest_first(starts: Numbers) -> Numbers:
    """The codes of the groups of three and more, the largest first; `starts` is from `split`."""
    sizes = starts[1:-1] - starts[:-2]  # all green is the last, and left out
    return np.argsort(-sizes)[: np.count_nonzero(sizes > 2)]


HEADS = 4  # groups of which the first answers are tried alone
HEAD = 8  # of each so many answers, and two more for each that has still to be missed


@compiled
def missed_with(
    tables: Tables, memo: Memo, guesses: Numbers, answers: Numbers, guess: Int, limit: Int
) -> Int:
    """How many of `answers` `guess` and two more guesses miss, if fewer than `limit`.

    If not, any number from `limit` on. `answers` are quickest with the hardest first.
    """
    starts, parted = split(tables, answers, guess)
    codes = largest_first(starts)
    lows = np.zeros(len(codes), np.int64)  # what each group misses at least
    total = np.int64(0)
    for i in range(min(HEADS, len(codes))):
        group = parted[starts[codes[i]] : starts[codes[i] + 1]]
        lows[i] = missed_by_two(tables, memo, guesses, group[: HEAD + 2 * (limit - total)])
        total += lows[i]
        if total >= limit:
            return total
    for i in range(len(codes)):
        group = parted[starts[codes[i]] : starts[codes[i] + 1]]
        total += missed_by_two(tables, memo, guesses, group) - lows[i]
        if total >= limit:
            return total
    return total


@compiled
def missed_by_three(
    tables: Tables, memo: Memo, guesses: Numbers, answers: Numbers, limit: Int, enough: Int
) -> Int:
    """How many of `answers` three guesses miss, or `limit` if that is smaller.

    The search ends with the first guess that misses no more than `enough`.
    """
    _, pairs, scanned, perfect = count_groups(tables, answers, guesses, 0)
    if perfect >= 0:
        return np.int64(0)
    best = np.int64(limit)
    for place in np.argsort(pairs[:scanned]):
        found = missed_with(tables, memo, guesses, answers, guesses[place], best)
        best = min(best, found)
        if best <= enough:
            break
    return best


@compiled
def groups_made(codes: Numbers, kinds: Int) -> Numbers:
    """How many groups each guess makes: `codes` has a row for each."""
    made, seen = np.zeros(len(codes), np.int32), np.zeros(kinds, np.int32)
    for guess in range(len(codes)):
        for code in codes[guess]:
            made[guess] += seen[code] != guess + 1
            seen[code] = guess + 1
    return made


def tables_among(tables: Tables, answers: Numbers) -> Tables:
    """The same tables for these `answers` alone: the guesses in the order of the groups of these.

    Answers are numbered from 0, in their order; they keep their keys.
    """
    codes = np.ascontiguousarray(tables.by_guess[:, answers])
    made = groups_made(codes, tables.kinds)
    order = np.argsort(-made, kind="stable")
    new_row = np.empty(len(order), np.int32)
    new_row[order] = np.arange(len(order))
    by_guess = codes[order]
    by_answer = np.zeros((len(answers), tables.by_answer.shape[1]), codes.dtype)
    by_answer[:, : len(order)] = by_guess.T
    return tables._replace(
        by_guess=by_guess,
        by_answer=by_answer,
        row_of=new_row[tables.row_of[answers]],
        most=made[order],
        answer_keys=np.ascontiguousarray(tables.answer_keys[:, answers]),
    )


@compiled
def alike(by_answer: Numbers) -> Numbers:
    """How many guesses cannot tell two answers apart, for each two [N, N]."""
    n = len(by_answer)
    equal = np.zeros((n, n), np.int32)
    for i in range(n):
        for j in range(i):
            count = np.int32(0)
            for guess in range(by_answer.shape[1]):
                count += np.int32(by_answer[i, guess] == by_answer[j, guess])
            equal[i, j] = equal[j, i] = count
    return equal


SAMPLE = 16  # one guess of so many tells which answers are alike
HARD = 100  # so many of the hardest answers are tried alone first
STEP = 1.4  # and each time so many times more
NONE_GREY = 15  # covers are made of so many answers for each one missed


class WithinFour:
    """How many answers are missed within four guesses, for any first word."""

    def __init__(self, words: WordLists, memo_bits: int = 21) -> None:
        self.tables, self.guesses, self.answers = make_tables(words, hard=False)
        self.number = {guess: row for row, guess in enumerate(self.guesses)}
        self.all_guesses = np.arange(len(self.guesses), dtype=np.int32)
        self.all_answers = np.arange(len(self.answers), dtype=np.int32)
        places = 1 << memo_bits
        keys, values = np.zeros((places, 2), np.uint64), np.zeros((places, 3), np.int32)
        self.memo = Memo(keys, values, np.zeros(3, np.int64))
        sample = np.ascontiguousarray(self.tables.by_answer[:, : len(self.guesses) : SAMPLE])
        self.alike = ((alike(sample) / sample.shape[1]) ** 5).astype(np.float32)
        self.has = self.tables.counts > 0  # [G, letters]
        self.has_answer = self.has[self.tables.row_of]  # [N, letters]

    def hardest_first(self, answers: Numbers) -> Numbers:
        """The answers that are most like others of `answers` first."""
        likeness = self.alike[np.ix_(answers, answers)].sum(axis=1)
        return answers[np.argsort(-likeness, kind="stable")]

    def missed(self, answers: Numbers, limit: int, enough: int = 0) -> int:
        """How many of `answers` three guesses miss, or `limit` if that is smaller.

        A number from `enough` down may be larger than the least: then the search ended early.
        """
        if len(answers) <= 2 or limit <= 0:
            return 0
        tables, order = tables_among(self.tables, answers), self.all_answers[: len(answers)]
        return int(missed_by_three(tables, self.memo, self.all_guesses, order, limit, enough))

    def misses(self, answers: Numbers, limit: int) -> bool:
        """Whether three guesses miss at least `limit` of `answers`. The hardest are tried first."""
        answers = self.hardest_first(answers)
        tried = HARD
        while tried * STEP < len(answers):
            if self.missed(answers[:tried], limit, limit - 1) >= limit:
                return True
            tried = int(tried * STEP)
        return self.missed(answers, limit, limit - 1) >= limit

    def missed_after(self, first: str, limit: int) -> int:
        """How many answers `first` and three more guesses miss, or `limit` if that is smaller."""
        starts, parted = split(self.tables, self.all_answers, self.number[first])
        groups = sorted(np.split(parted, starts[1:-1])[:-1], key=len, reverse=True)
        total = 0
        for group in groups:
            left = limit - total
            if len(group) > NONE_GREY * left and self.misses(group, left):
                return limit
            total += self.missed(self.hardest_first(group), left)
        return total

    def without(self, letters: Numbers) -> Numbers:
        """The answers that have none of these `letters`: numbers of columns of `has`."""
        return self.all_answers[~self.has_answer[:, letters].any(axis=1)]

    def chain(self, first: str, limit: int, others: Sequence[str]) -> list[Numbers]:
        """Sets of letters, each with one more, from those of `first` on: how many of `others` ..."""
        rows = self.has[[self.number[word] for word in others]]
        letters = np.flatnonzero(self.has[self.number[first]])
        chain = [letters]
        while True:
            best, best_set = (-1, -1), None
            for letter in range(self.has.shape[1]):
                if letter in letters:
                    continue
                more = np.append(letters, letter)
                left = len(self.without(more))
                if left < NONE_GREY * limit:
                    continue
                lacking = np.ones(self.has.shape[1], bool)
                lacking[more] = False
                spelled = int((~rows[:, lacking].any(axis=1)).sum())
                if (spelled, left) > best:
                    best, best_set = (spelled, left), more
            if best_set is None:
                return chain
            letters = best_set
            chain.append(letters)

    def cover(self, first: str, limit: int, others: Sequence[str]) -> Numbers | None:
        """Letters, those of `first` among them, such that ... miss limit of those without."""
        if len(self.without(np.flatnonzero(self.has[self.number[first]]))) < NONE_GREY * limit:
            return None
        chain = self.chain(first, limit, others)
        low, high, at = -1, len(chain), min(2, len(chain) - 1)
        while high - low > 1:
            if self.misses(self.without(chain[at]), limit):
                low = at
            else:
                high = at
            at = (low + high) // 2
        return chain[low] if low >= 0 else None


def pieces(search, limit, done):
    alphabet = sorted(set("".join(search.guesses)))
    todo = [word for word in reversed(search.guesses) if word not in done]
    while todo:
        first = todo[0]
        letters = search.cover(first, limit, todo)
        if letters is None:
            yield "groups", [first], search.missed_after(first, limit)
            todo = todo[1:]
        else:
            cover = {alphabet[i] for i in letters}
            covered = [word for word in todo if set(word) <= cover]
            yield "grey " + "".join(sorted(cover)), covered, limit
            todo = [word for word in todo if not set(word) <= cover]
