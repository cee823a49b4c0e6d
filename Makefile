# `make gate` and `make test` do all the set-up on a machine with Python and make.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

FRAMEWORKS ?= pydantic_ai langchain openai_agents autogen

.PHONY: gate test thorough cover faults frameworks check lint types floors docs wheel bench format clean

gate: $(READY)
	$(BIN)/goldgate check
	cd examples/triage_skill && $(CURDIR)/$(BIN)/goldgate pair --linked skills/triage --reference reference.json

test: $(READY)
	$(BIN)/pytest -n auto -m "not thorough" $(PYTEST_ARGS)

# What takes long for what it adds: all examples of the docs, kills at any moment, projects from their first run to the last.
thorough: $(READY)
	$(BIN)/pytest -n auto -m thorough $(PYTEST_ARGS)

# The same tests, measured, with all processes that they start; fails below the share that pyproject.toml asks for.
cover: override PYTEST_ARGS += --cov --cov-report=term
cover: test

# Hundreds of rounds of what `make thorough` does a few of: commands that are killed, stand still, meet full disks.
# A test that fails says its seed: GOLDGATE_SEED=… does the same again.
faults: $(READY)
	GOLDGATE_ROUNDS=$${GOLDGATE_ROUNDS:-300} $(BIN)/pytest -n auto tests/faults $(PYTEST_ARGS)

# Each framework in an environment of its own, `make -j2` two at once;
# `make frameworks FRAMEWORKS="google_adk strands smolagents"` for others, and all sessions of noxfile.py likewise.
frameworks: $(FRAMEWORKS:%=framework-%)

framework-%: $(READY)
	$(BIN)/nox --session $*

check: lint types floors

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(READY)
	$(BIN)/mypy

floors: $(READY)
	$(BIN)/lint-imports

wheel: $(READY)
	PYTHON=$(PYTHON) sh tests/wheel.sh
	$(BIN)/python -m tests.stranger

bench: $(READY)
	$(BIN)/python benchmarks/run.py

format: $(READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

$(READY): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable . --group dev
	touch $(READY)

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .coverage .coverage.* dist build
