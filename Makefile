# `make help` says what there is. Everything runs in .venv, which is built when it is needed.

PYTHON ?= python3
JOBS ?= 4

BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --quiet --disable-pip-version-check --no-input
RUN_STAMP := .venv/installed
DEV_STAMP := .venv/installed-dev
DAILY := tests/kit tests/games tests/laws tests/service

# While types are checked, one process collects the tests: pytest keeps what it makes of them, so that each process of a
# run need not make it anew. Those of the soak, too: nobody would see otherwise that they cannot be collected.
COLLECTS := { KERBHOLZ_SOAK=1 $(BIN)/python -m pytest --collect-only -qq >.venv/collected 2>&1 || { tail -40 .venv/collected; exit 1; }; }

# Python keeps what it has compiled: else each of the hundreds of programs that tests start compiles everything again.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.PHONY: help demo serve test check lint clients soak mutants coverage bench clean

help:  ## say what there is
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: $(RUN_STAMP)  ## play the sample matches on a service of its own, and show how to replay them (KEEP=1: leave it running)
	@$(BIN)/python -m service.demo $(if $(KEEP),--keep)

serve: $(RUN_STAMP)  ## run the service on SQLite (settings: kerbholz serve --help)
	@$(BIN)/kerbholz serve

test: lint  ## lint, types, import contracts, then all tests (SQLite and a real PostgreSQL)
	$(BIN)/python -m pytest --numprocesses $(JOBS) --dist worksteal

check: lint  ## for daily work, in three minutes: lint, then kit, games, laws and the service on SQLite
	$(BIN)/python -m pytest $(DAILY) -m "not long and not postgres" --numprocesses $(JOBS) --dist worksteal

lint: $(DEV_STAMP)  ## style, format, types (of scripts, too), import contracts, the OpenAPI document, and that tests can be collected
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	($(BIN)/python -m clients.lint.check && $(BIN)/python -m clients.lint.scripts && $(COLLECTS)) & other=$$!; $(BIN)/mypy; types=$$?; wait $$other && exit $$types
	$(BIN)/lint-imports --no-logo

clients: $(DEV_STAMP)  ## generate the clients in Python and TypeScript (docs/clients.md)
	$(BIN)/python clients/build.py

soak: $(DEV_STAMP)  ## the tests that take minutes, and hundreds of matches more: hours
	KERBHOLZ_SOAK=1 $(BIN)/python -m pytest -m "soak or grows or few" --numprocesses $(JOBS) --dist worksteal

mutants: $(DEV_STAMP)  ## put deliberate faults into the code: each has to be caught by a test (tests/mutants/README.md)
	$(BIN)/python -m tests.mutants

coverage: $(DEV_STAMP)  ## the lines and branches that the tests reach, also in processes that they start
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest --numprocesses $(JOBS) --dist worksteal
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report

bench: $(DEV_STAMP)  ## measure
	$(BIN)/python -m tests.benchmarks

clean:  ## remove .venv and what tools left behind
	rm -rf .venv build dist *.egg-info .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	rm -f .coverage .coverage.*
	rm -rf tests/kuhn_poker/*.egg-info tests/liars_dice/*.egg-info
	rm -rf clients/.lock clients/openapi.json clients/*/generated clients/*/node_modules clients/*/.lock clients/*/built
	rm -rf tests/browser/.lock tests/browser/node_modules tests/browser/unpacked
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.venv/pyvenv.cfg:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "kerbholz needs Python 3.11 or newer")'
	$(PYTHON) -m venv .venv

$(RUN_STAMP): pyproject.toml | .venv/pyvenv.cfg
	$(PIP) --editable .
	@touch $@

# The tests hold a ruleset of another distribution to the laws, too: it is installed as people install one.
$(DEV_STAMP): pyproject.toml tests/kuhn_poker/pyproject.toml tests/liars_dice/pyproject.toml | .venv/pyvenv.cfg
	$(PIP) --editable '.[dev]' --editable tests/kuhn_poker --editable tests/liars_dice
	@touch $(RUN_STAMP) $@
