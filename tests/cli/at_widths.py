"""Runs commands one after the other in this process, for ``test_widths``: its output is a terminal of a known width.

Standard input holds a JSON list of command lines. Before each comes a line with a mark and its number, after it the
exit status.
"""

from __future__ import annotations

import json
import sys

from croupier.cli.main import run

MARK = "\x1e"


def main() -> None:
    for number, line in enumerate(json.loads(sys.stdin.read())):
        print(f"{MARK}{number}", flush=True)
        try:
            status = run(line)
        except SystemExit as left:
            status = left.code if isinstance(left.code, int) else 1
        sys.stderr.flush()
        print(f"{MARK}= {status}", flush=True)


if __name__ == "__main__":
    main()
