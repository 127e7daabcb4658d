"""A plan meets solvers and stores: proofs of links, the books of a floor, the demo day, months, the audit, faults."""
