"""No module imports itself by way of others, imports for types alone included."""

from __future__ import annotations

from graphlib import TopologicalSorter

import grimp


def test_there_is_no_cycle_between_modules() -> None:
    graph = grimp.build_graph("croupier", exclude_type_checking_imports=False)
    TopologicalSorter({name: graph.find_modules_directly_imported_by(name) for name in graph.modules}).prepare()
