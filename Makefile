# Needs only make and python3 (3.11 or later, with venv). pip's own configuration finds the index.
#
#   make run     build the pages and open the house in the browser; prints its address
#   make install install everything and build the pages, and open nothing: for a server
#   make pages   build the pages alone
#   make check   style, types, imports and the quick tests; for every change
#   make test    all of check, the slow tests, and that generated documents are fresh
#   make bench   measure, row by row (PART=sim: one part)
#   make release   wheel, source archive, list of materials, sums, built twice and compared
#   make evidence  the folder for a laboratory: tests, lies and branches are run, which takes hours (MINUTES=10 for less)
#   make lock    pin the dependencies of pyproject.toml again (UPGRADE=1 takes the newest versions)
#   make clean   remove everything that make made

PYTHON ?= python3
# Commands that the tests start would compile every module again.
unexport PYTHONDONTWRITEBYTECODE
VENV   := .venv
BIN    := $(VENV)/bin
# Many tests wait for a browser, a server or a disk: two workers more than there are cores keep the cores busy.
PYTEST := $(BIN)/pytest -n $(shell expr $$(getconf _NPROCESSORS_ONLN) + 2) --dist loadfile --no-loadscope-reorder
PIP    := $(BIN)/python -m pip --disable-pip-version-check --quiet
PAGES  := src/croupier/service/web/index.html

.PHONY: evidence release run install pages check test bench lock clean static style types suite chromium nginx
.DELETE_ON_ERROR:

run: $(VENV)/run.stamp $(PAGES)
	@$(BIN)/croupier serve

install: $(VENV)/run.stamp $(PAGES)
	@$(BIN)/croupier about

check: static $(PAGES) chromium nginx
	$(PYTEST) -m "not slow"

# Side by side what does not wait for each other. That the documents are fresh is a test of the suite.
test: chromium nginx
	@$(MAKE) --no-print-directory -j2 style $(PAGES)
	@$(MAKE) --no-print-directory -j2 types suite

# What fails beside others is run once more alone: what then passes is a race, printed here, and to be mended.
suite:
	$(PYTEST) || { echo "once more, alone, what failed above:" >&2; \
	  $(BIN)/pytest --last-failed --last-failed-no-failures none; }

bench: $(VENV)/dev.stamp
	$(BIN)/python -m benchmarks $(PART)

static: style types

style: $(VENV)/dev.stamp web/node_modules/.stamp
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/lint-imports --no-logo
	cd web && $(if $(filter node,$(NODE)),node,../$(NODE)) node_modules/@biomejs/biome/bin/biome ci --error-on-warnings

types: $(VENV)/dev.stamp web/node_modules/.stamp
	$(BIN)/mypy
	$(NODE) web/node_modules/typescript/bin/tsc --noEmit -p web

# The pages. Node is the system's where it is recent enough, else the one that PyPI's wheel brings.

RECENT := node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' 2>/dev/null && command -v npm >/dev/null 2>&1
NODE   := $(shell $(RECENT) && echo node || echo $(BIN)/node)
NPM    := $(shell $(RECENT) && echo npm || echo $(BIN)/npm)

pages: $(PAGES)

$(PAGES): web/node_modules/.stamp web/build.mjs web/tsconfig.json $(shell find web/src -type f)
	@$(NODE) web/build.mjs

web/node_modules/.stamp: web/package.json web/package-lock.json web/.npmrc $(if $(filter $(BIN)/node,$(NODE)),$(VENV)/node.stamp)
	@echo "installing the parts of the pages into web/node_modules" >&2
	@cd web && PATH="$(CURDIR)/$(BIN):$$PATH" $(if $(filter npm,$(NPM)),npm,../$(NPM)) ci --silent
	@touch $@

$(VENV)/node.stamp: requirements/node.lock | $(VENV)/run.stamp
	@echo "installing Node into $(VENV)" >&2
	@$(PIP) install --require-hashes -r requirements/node.lock
	@touch $@

chromium:
	@command -v chromium >/dev/null || command -v google-chrome >/dev/null || test -n "$$CHROMIUM" || { \
	  test "$$(id -u)" = 0 && command -v apt-get >/dev/null || { \
	    echo "the browser tests need Chromium: apt-get install chromium libatomic1, or set CHROMIUM=path" >&2; exit 3; }; \
	  echo "installing Chromium for the browser tests" >&2; \
	  apt-get update -qq && DEBIAN_FRONTEND=noninteractive \
	    apt-get install -y -qq --no-install-recommends chromium libatomic1 >/dev/null; }

nginx:
	@command -v nginx >/dev/null || test -x /usr/sbin/nginx || { \
	  test "$$(id -u)" = 0 && command -v apt-get >/dev/null || { \
	    echo "the test of the proxy's settings needs nginx: apt-get install nginx-light" >&2; exit 3; }; \
	  echo "installing nginx for the test of the proxy's settings" >&2; \
	  apt-get update -qq && DEBIAN_FRONTEND=noninteractive \
	    apt-get install -y -qq --no-install-recommends nginx-light >/dev/null; }

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

# One pip at a time, also where make runs several jobs.
$(VENV)/dev.stamp: requirements/dev.lock $(VENV)/run.stamp | $(if $(filter $(BIN)/node,$(NODE)),$(VENV)/node.stamp)
	@echo "installing the development tools into $(VENV)" >&2
	@$(PIP) install --require-hashes -r requirements/dev.lock
	@touch $@

release: $(VENV)/dev.stamp web/node_modules/.stamp
	$(BIN)/python -m tools.release $(if $(KEY),--key $(KEY))

evidence: $(VENV)/dev.stamp web/node_modules/.stamp $(PAGES) chromium
	$(BIN)/croupier evidence -o build/evidence --minutes $(or $(MINUTES),600)

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
	$(COMPILE) --group dev $(EXTRAS) --extra dask --extra parquet --extra rl --output-file requirements/dev.lock
	$(COMPILE) --group build $(EXTRAS) --constraints requirements/dev.lock --output-file requirements/run.lock
	$(subst compile pyproject.toml,compile,$(COMPILE)) --group node --output-file requirements/node.lock
	cd web && npm install --package-lock-only --silent && node lock.mjs

clean:
	rm -rf $(VENV) $(LOCK_VENV) build dist web/node_modules src/croupier/service/web .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find src tests tools benchmarks -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true
