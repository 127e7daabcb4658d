"""A plan meets solvers and stores: ``proofs`` proves it, ``floor`` opens its books and log-ins, ``audit`` checks whole
books, ``months`` looks ahead, ``demo`` plays a day."""
