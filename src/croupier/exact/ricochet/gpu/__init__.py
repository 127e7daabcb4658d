"""The levels of a full table on a GPU: a body of C that NVRTC compiles, and a C compiler for tests."""
