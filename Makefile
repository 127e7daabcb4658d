# Needs only make and python3 (3.11 or later, with venv). pip's own configuration finds the index.
#
#   make run     print the handbook of games
#   make check   style, types, imports and the quick tests; for every change
#   make test    all of check, the slow tests, and that generated documents are fresh
#   make bench   measure
#   make lock    pin the dependencies of pyproject.toml again (UPGRADE=1 takes the newest versions)
#   make clean   remove everything that make made

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PYTEST := $(BIN)/pytest -n auto --dist loadfile
PIP    := $(BIN)/python -m pip --disable-pip-version-check --quiet

.PHONY: run check test bench lock clean static
.DELETE_ON_ERROR:

run: $(VENV)/run.stamp
	@$(BIN)/croupier handbook

check: static
	$(PYTEST) -m "not slow"

test: static
	$(PYTEST)
	$(BIN)/python -m tools.docs --check

bench: $(VENV)/dev.stamp
	$(BIN)/python -m benchmarks

static: $(VENV)/dev.stamp
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

# The environment. `run` and `test` share it; the two locks agree on every version, so either may come first.

$(BIN)/pip:
	@command -v $(PYTHON) >/dev/null || { \
	  echo "$(PYTHON) was not found: install Python 3.11 or later, or name one: make PYTHON=python3.12" >&2; exit 3; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "$$($(PYTHON) --version) is too old: Croupier needs 3.11 or later; name one: make PYTHON=python3.12" >&2; exit 3; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	  echo "$(PYTHON) cannot make virtual environments: install python3-venv (on Debian and Ubuntu:" >&2; \
	  echo "apt-get install python3-venv), then run make again" >&2; exit 3; }
	@$(PYTHON) -m venv $(VENV) || { \
	  echo "$(PYTHON) -m venv failed: install python3-venv, remove $(VENV), then run make again" >&2; exit 3; }

$(VENV)/run.stamp: requirements/run.lock pyproject.toml | $(BIN)/pip
	@echo "installing Croupier into $(VENV)" >&2
	@$(PIP) install --require-hashes -r requirements/run.lock
	@$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/dev.stamp: requirements/dev.lock $(VENV)/run.stamp
	@echo "installing the development tools into $(VENV)" >&2
	@$(PIP) install --require-hashes -r requirements/dev.lock
	@touch $@

# The locks hold names, versions and hashes for every supported Python and system, and no address.

LOCK_VENV := .lock-venv
COMPILE   := $(LOCK_VENV)/bin/uv pip compile pyproject.toml --quiet --universal --python-version 3.11 \
             --fork-strategy fewest --generate-hashes --no-header --no-annotate \
             --no-emit-index-url --no-emit-find-links $(if $(UPGRADE),--upgrade)

# What `make run` starts: the house in the browser, the books in PostgreSQL, simulation.
EXTRAS := --extra postgres --extra sim --extra house

lock:
	$(PYTHON) -m venv $(LOCK_VENV)
	$(LOCK_VENV)/bin/pip --disable-pip-version-check --quiet install uv==0.13.7
	$(COMPILE) --group dev $(EXTRAS) --extra dask --extra parquet --output-file requirements/dev.lock
	$(COMPILE) --group build $(EXTRAS) --constraints requirements/dev.lock --output-file requirements/run.lock

clean:
	rm -rf $(VENV) $(LOCK_VENV) build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find src tests tools benchmarks -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true
