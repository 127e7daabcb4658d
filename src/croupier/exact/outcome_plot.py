"""The outcomes of a wager as a picture: how often each net comes."""

from __future__ import annotations

import math
from fractions import Fraction

from croupier.drawing import TOP, WIDTH, dot, dot_key, legend, line, scale, svg, text, text_width
from croupier.exact.distribution import Distribution
from croupier.units.odds import format_odds


def net_text(net: Fraction) -> str:
    """A net as people read it: whole, as a short decimal, or to the cent."""
    if net.denominator == 1:
        return f"{int(net):,}"
    words = format_odds(net)
    return f"{float(net):,.2f}" if "/" in words else words


def outcome_plot(distribution: Distribution) -> str:
    """How often each net outcome comes; marks instead of bars, since a logarithmic scale has no zero."""
    chances = [(net, count / distribution.total) for net, count in distribution.counts]
    smallest = -math.floor(math.log10(min(chance for _, chance in chances)))
    step = max(1, math.ceil(smallest / 5))
    lowest = -step * max(1, math.ceil(smallest / step))
    decades = range(lowest, 1, step)
    names = [f"{10.0 ** (each + 2):g} %" if each >= -6 else f"10^{each + 2} %" for each in decades]
    keys = [
        dot_key("accent", "above zero"),
        *([dot_key("muted", "push")] if any(not net for net, _ in chances) else []),
        dot_key("loss", "below zero", hollow=True),
    ]
    head, begins = legend(keys)
    height = 270 + begins - TOP
    left, right, top, bottom = 10.0 + max(map(text_width, names)), WIDTH - 10.0, begins + 10, height - 42.0
    y = scale(lowest, 0, bottom, top)
    parts = [head]
    for decade, words in zip(decades, names, strict=True):
        parts += [line(left, y(decade), right, y(decade)), text(left - 8, y(decade) + 4, words, "end")]
    slot = (right - left) / len(chances)
    free = -math.inf
    for place, (net, chance) in enumerate(chances):
        x = left + (place + 0.5) * slot
        ink = "accent" if net > 0 else "loss" if net < 0 else "muted"
        parts.append(dot(x, y(math.log10(chance)), ink, hollow=net < 0, radius=min(4.0, max(1.5, slot / 3))))
        label = net_text(net)
        half = text_width(label) / 2
        start, end = max(half, min(x, WIDTH - half)) - half, max(half, min(x, WIDTH - half)) + half
        if start > free:
            parts.append(text(start + half, bottom + 17, label))
            free = end + 6
    parts.append(line(left, bottom, right, bottom, "muted"))
    parts.append(text((left + right) / 2, height - 6, "net, in units of the wager"))
    return svg(parts, "Probability of each net outcome, logarithmic", height)
