# `make help` lists what there is to make. Name another interpreter with `make PYTHON=python3.13 ...`.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip --disable-pip-version-check

# Python compiles what is used when it is first used: pip, which compiles all of it, takes much longer.
INSTALL := $(PIP) install -qq --no-compile

# Tests start hundreds of processes. Where Python must not keep what it compiles, each takes twice as long.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help web play test test-rooms test-gate test-long test-all test-newest current kernels fuzz lint page checker bench bench-slow figures train docs site pictures bundle dist lock clean

help: ## list these targets
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' $(MAKEFILE_LIST) | expand -t 18

web: $(VENV)/.web ## serve the game as a web page and open it
	@! command -v npm >/dev/null || $(MAKE) -s --no-print-directory node_modules/.pyodide || true
	$(WHERE)
	@$(BIN)/noughts web --open

play: $(VENV)/.play ## play a game against the ring strategy
	$(WHERE)
	@$(BIN)/noughts play --o ring

WHERE = @echo 'The command is $(BIN)/noughts; `. $(BIN)/activate` lets you type `noughts`.'

# A test that waits for ever fails after ten minutes and says where it stood; one that is stuck in compiled code takes its
# process with it (no other is started: it would run the same test again).
HANGING := --timeout 600 -o faulthandler_timeout=660 -o faulthandler_exit_on_timeout=true --max-worker-restart 0

# A worker process takes a whole file, pages and the longest first (tests/conftest.py). A failure is shown when it happens.
OPTIONS := -q -n auto --dist loadfile --no-loadscope-reorder --instafail --durations=10 $(HANGING)
PYTEST  := $(BIN)/python -m pytest $(OPTIONS)

test: lint kernels ## lint and the quick tests: all that a contributor needs; says what it leaves out
	$(PYTEST)

test-rooms: kernels ## the tests of the rooms that a change touches, and of those above them: while you work
	$(PYTEST) --rooms

test-gate: lint kernels ## what CI runs: the quick tests, and one of each real thing; what fails once more, alone
	$(BIN)/python -m tests.again $(OPTIONS) --tier=gate

test-long: kernels ## the rest: pages, clocks, many processes, long comparisons, long forms; once before a change is finished
	$(PYTEST) --tier=long

test-all: kernels ## every test, in its long form; writes what each takes, and so which files begin, into tests/durations.json
	$(PYTEST) --tier=all --store-durations

test-newest: kernels ## the quick tests of seven rooms: CI's look at the newest Python (make VENV=... PYTHON=...)
	$(BIN)/python -m tests.again $(OPTIONS) $(addprefix tests/,core board_text players strategies programs records cli)

kernels: $(VENV)/.dev # the compiled engines, once, before the tests' worker processes start
	$(BIN)/python -m tests.kernels

fuzz: $(VENV)/.dev ## 100,000 mutations of certificates, tables and records
	$(BIN)/python -m pytest tests/fuzz -n auto --mutations 100000

lint: $(VENV)/.dev node_modules/.made ## rules, formatting and types
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	node_modules/.bin/biome check --error-on-warnings
	node_modules/.bin/tsc
	node_modules/.bin/tsc -p tsconfig.workers.json

current: $(VENV)/.dev node_modules/.made ## write what follows from the code and from stored records; fails where a file was not current
	$(BIN)/python -m benchmarks.current
	node .ci/bundle.mjs
	git diff --exit-code --stat

page: node_modules/.made ## make what is served, src/noughts/web/bundle, of the page's modules and stylesheets
	node .ci/bundle.mjs

checker: ## build the proved checker of certificates, build/checker/noughts-checker, and have its proof checked (needs Coq)
	@missing=; \
	command -v coqc >/dev/null && command -v coqchk >/dev/null || missing="$$missing coq"; \
	command -v ocamlfind >/dev/null || missing="$$missing ocaml-findlib"; \
	command -v ocamlopt >/dev/null || missing="$$missing ocaml"; \
	for library in sha zip; do ocamlfind query $$library >/dev/null 2>&1 || missing="$$missing lib$$library-ocaml-dev"; done; \
	[ -z "$$missing" ] || { echo "the checker needs more programs (on Debian: apt install coq ocaml ocaml-findlib libsha-ocaml-dev libzip-ocaml-dev); missing:$$missing" >&2; exit 1; }
	$(MAKE) -s --no-print-directory -C proof PYTHON=$(PYTHON)

bench: $(VENV)/.dev ## time the work that matters; every benchmark asserts its answer
	$(BIN)/python -m pytest benchmarks -m "not slow" --benchmark-group-by=group --benchmark-columns=min,median,iqr,rounds

bench-slow: $(VENV)/.dev ## the long ones: values that take minutes
	$(BIN)/python -m pytest benchmarks -m slow --benchmark-group-by=group --benchmark-columns=min,median,iqr,rounds

figures: kernels ## measure and solve again what `make current` says is out of date: lines, matchboxes, levels, proofs (minutes)
	$(BIN)/python -m benchmarks.figures

train: $(VENV)/.dev ## fit the worth of cells and threats for the search again (an hour)
	$(BIN)/python -m benchmarks.train

docs: $(VENV)/.docs ## the documentation as a site, into build/docs/html; a warning is an error
	$(BIN)/python -m sphinx -q -W --keep-going -d build/docs/doctrees docs build/docs/html

site: docs node_modules/.pyodide ## the page and its documentation as static files for any web host, into build/site
	$(BIN)/noughts site build/site --docs build/docs/html

pictures: $(VENV)/.dev ## make the pictures of the terminal and of the page (needs Chromium)
	$(BIN)/python -m benchmarks.pictures

CERTIFICATES ?= build/certificates
bundle: $(VENV)/.dev ## the certificates above 1 MB, which are in the folder CERTIFICATES, as one folder to deposit: build/bundle
	$(BIN)/python -m benchmarks.bundle $(CERTIFICATES) build/bundle

dist: $(VENV)/.build ## build wheel and sdist into dist, check their contents, and try them in an empty environment
	$(BIN)/python .ci/dist

lock: ## write constraints.txt: the newest versions (name the oldest Python as PYTHON)
	rm -rf $(VENV)-lock
	$(PYTHON) -m venv $(VENV)-lock
	$(VENV)-lock/bin/python -m pip install -qq '.[dev]' hatchling editables
	$(VENV)-lock/bin/python -m pip freeze --exclude noughts --exclude setuptools > constraints.txt
	rm -rf $(VENV)-lock

clean: ## remove the virtual environment and whatever the tools left behind
	rm -rf $(VENV) $(VENV)-lock .venv-newest node_modules build dist .benchmarks .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The environment. The package is installed in place, so a change under src/ needs no new install; a stamp
# older than pyproject.toml or constraints.txt does. The build tools come first, as locked as all the rest.

$(VENV)/.build: $(VENV)/.made pyproject.toml constraints.txt
	$(INSTALL) -c constraints.txt hatchling editables
	@touch $@

$(VENV)/.web: EXTRAS := fast,web
$(VENV)/.play: EXTRAS := tui
$(VENV)/.dev: EXTRAS := dev
$(VENV)/.docs: EXTRAS := docs
$(VENV)/.web $(VENV)/.play $(VENV)/.dev $(VENV)/.docs: $(VENV)/.build
	$(INSTALL) -c constraints.txt --no-build-isolation -e '.[$(EXTRAS)]'
	@touch $@

# Python for the browser, which the page serves; for lint and page also what checks and bundles its TypeScript.
node_modules/.pyodide: OMIT := --omit=dev
node_modules/.pyodide node_modules/.made: package.json package-lock.json
	@command -v npm >/dev/null || { echo 'npm is needed (on Debian: apt install npm)' >&2; exit 1; }
	npm ci --silent --no-audit --no-fund $(OMIT)
	@touch node_modules/.pyodide $@

# Where Python comes without ensurepip (Debian's python3 without python3-venv), its own pip puts a pip in.
$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	    echo 'noughts needs Python 3.11 or newer; choose one with: make PYTHON=python3.11 ...' >&2; exit 1; }
	@if $(PYTHON) -c 'from ensurepip import version' 2>/dev/null; then \
	    $(PYTHON) -m venv --clear $(VENV); \
	else \
	    $(PYTHON) -m venv --clear --without-pip $(VENV) && \
	    $(PYTHON) -m pip --python $(BIN)/python install -qq pip; \
	fi || { echo 'cannot make $(VENV): install the venv module (on Debian: apt install python3-venv)' >&2; exit 1; }
	@touch $@
