"""Polynomials as lists of coefficients, the lowest first; a coefficient may be a table."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from croupier.exact.showdown.technique import Floats


def products(factors: Sequence[list[Floats]], degree: int) -> list[Floats]:
    """The product of polynomials up to a degree, where each coefficient is a table."""
    product: list[Floats] = [np.ones((1, 1))]
    for factor in factors:
        longer: list[Floats] = [np.zeros((1, 1))] * (degree + 1)
        for one, mine in enumerate(product):
            for other, theirs in enumerate(factor[: degree + 1 - one]):
                longer[one + other] = longer[one + other] + mine * theirs
        product = longer
    return product


def multiplied(left: Sequence[int], right: Sequence[int]) -> list[int]:
    product = [0] * (len(left) + len(right) - 1)
    for one, mine in enumerate(left):
        for other, theirs in enumerate(right):
            product[one + other] += mine * theirs
    return product


def coefficient(polynomial: Sequence[int], degree: int) -> int:
    return polynomial[degree] if 0 <= degree < len(polynomial) else 0
