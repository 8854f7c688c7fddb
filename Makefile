# Grailkeeper: `make run` is all it takes. Every verb makes the environment first, where it is not there yet.

BIN := .venv/bin
APPS := boardgames campaigns characters combat config tabletop

run: install ## serve at HOST and PORT (127.0.0.1:8000); LAN=1 lets the local network in
	@exec $(BIN)/python manage.py serve $(if $(LAN),--lan) $(if $(RELOAD),--reload)

install: ## make the environment only
	@sh tools/environment requirements.lock

install-pdf: ## what makes a PDF of a session log, too
	@sh tools/environment requirements-pdf.lock
	@sh tools/system-packages $(PANGO)

PANGO := libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 fonts-noto-cjk

install-dev:
	@sh tools/environment requirements-dev.lock

test: install-dev ## every test, in random order: on SQLite, on PostgreSQL, in a browser
	@sh tools/system-packages chromium chromium-headless-shell postgresql $(PANGO)
	@$(MAKE) --no-print-directory test-alone test-servers e2e

test-alone: install-dev ## what needs neither PostgreSQL nor a browser
	$(PYTEST) -m "not e2e"

# Pure rules know no database, so they are not played twice.
test-servers: install-dev ## the same against PostgreSQL and an outside Redis
	$(BIN)/python -m tests.servers $(PYTEST) -m "not e2e and not once" $(PURE)

# Who has nothing left to do takes over from the other; so what a file sets up once is seldom set up twice.
PYTEST := $(BIN)/python -m pytest -n 2 --dist worksteal

PURE := $(addprefix --ignore=tests/,boardgames/ace_royal boardgames/dominate characters/exchange combat/rules)

e2e: install-dev ## plays in Chromium and leaves screenshots in docs/screenshots
	$(PYTEST) -m e2e

lint: install-dev ## style, types, borders between rooms, migrations, translations
	$(BIN)/python -m ruff check
	$(BIN)/python -m ruff format --check
	$(BIN)/djade --check $$(git ls-files 'templates/*.html')
	$(BIN)/lint-imports
	$(BIN)/python -m mypy $(APPS)
	$(BIN)/python manage.py makemigrations --check --dry-run
	$(BIN)/python -m config.messages check

format: install-dev ## bring code and templates into their form
	$(BIN)/python -m ruff check --fix
	$(BIN)/python -m ruff format
	-$(BIN)/djade $$(git ls-files 'templates/*.html')

bench: install-dev ## measure; one table
	@$(BIN)/python -m bench

messages: install-dev ## collect the texts of code and templates into locale/
	$(BIN)/python -m config.messages collect

lock: install-dev ## choose the newest versions that pyproject.toml allows
	$(BIN)/python -m uv --version >/dev/null 2>&1 || $(BIN)/python -m pip install -q uv
	$(BIN)/python -m uv pip compile pyproject.toml --upgrade --extra postgres $(LOCKED) -o requirements.lock
	$(BIN)/python -m uv pip compile pyproject.toml --upgrade --extra postgres --extra pdf -c requirements.lock $(LOCKED) -o requirements-pdf.lock
	$(BIN)/python -m uv pip compile pyproject.toml --upgrade --extra postgres --extra pdf --group dev -c requirements-pdf.lock $(LOCKED) -o requirements-dev.lock

# No addresses in the locks: every machine has its own index.
LOCKED := -q --universal --python-version 3.12 --generate-hashes --no-emit-index-url --no-annotate --no-header

help:
	@grep -hE '^[a-z0-9-]+:.*## ' Makefile | sed -E 's/:[^#]*## /\t/'

.PHONY: run install install-pdf install-dev test test-alone test-servers e2e lint format bench messages lock help
