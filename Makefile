# embedscope: `make run` opens the window, `make test` runs the tests; both set everything up.
VENV := .venv
BIN := $(VENV)/bin
ARGS ?=

.PHONY: help run test lint format core-test wheel-test bench shots fuzz clean

help: ## list the commands
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

run: ## set up and open the window; ARGS="book-6x3 --text 'fox dog'"
	@.ci/setup $(VENV) run
	@$(BIN)/embedscope $(ARGS)

test: ## set up and run all tests
	@.ci/setup $(VENV) test
	@$(BIN)/python -m pytest -q $(ARGS)

lint: ## ruff, mypy, import contracts, spelling
	@.ci/setup $(VENV) test
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@$(BIN)/codespell

format: ## let ruff put the code in order
	@.ci/setup $(VENV) test
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

core-test: ## the core's tests in an environment without Qt
	@.ci/setup .venv-core core
	@PYTHONPATH=core:assets .venv-core/bin/python -m pytest -q tests/core $(ARGS)

wheel-test: ## build the wheel and start the program from it in a clean environment
	@.ci/wheel

bench: ## side-by-side speed and memory figures
	@.ci/setup $(VENV) test
	@$(BIN)/python -m benchmarks $(ARGS)

fuzz: ## open 10,000 changed files of every format, try all laws at random; ARGS="-k gguf"
	@.ci/setup $(VENV) test
	@EMBEDSCOPE_FUZZ=$${EMBEDSCOPE_FUZZ:-10000} $(BIN)/python -m pytest -q \
		-m "fuzz or hypothesis" --timeout 86400 $(ARGS)

shots: ## redraw the README's pictures
	@.ci/setup $(VENV) test
	@$(BIN)/python -m embedscope_gui.shots docs

clean: ## remove environments, caches and built files
	rm -rf .venv .venv-core .venv-wheel dist build out .mypy_cache .ruff_cache .pytest_cache .hypothesis
