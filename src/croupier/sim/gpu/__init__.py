"""The cuda backend: a body of C that NVRTC compiles for a GPU, and a C compiler for tests and baselines."""
