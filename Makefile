# Grailkeeper: `make run` is all it takes. Every verb makes the environment first, where it is not there yet.

PYTHON := .venv/bin/python
APPS := boardgames campaigns characters combat config tabletop

run: install ## serve at HOST and PORT (127.0.0.1:8000); LAN=1 lets the local network in
	@exec $(PYTHON) manage.py serve $(if $(LAN),--lan) $(if $(RELOAD),--reload)

install: ## make the environment only
	@sh tools/environment requirements.lock

install-dev:
	@sh tools/environment requirements-dev.lock

test: install-dev ## every test, in random order: on SQLite, on PostgreSQL, in a browser
	@sh tools/system-packages chromium fonts-noto-cjk postgresql
	@$(MAKE) --no-print-directory test-alone test-servers e2e

test-alone: install-dev ## what needs neither PostgreSQL nor a browser
	$(PYTHON) -m pytest -n 2 -m "not e2e"

test-servers: install-dev ## the same against PostgreSQL and an outside Redis
	$(PYTHON) -m tests.servers $(PYTHON) -m pytest -n 2 -m "not e2e and not alone"

e2e: install-dev ## plays in Chromium and leaves screenshots in docs/screenshots
	$(PYTHON) -m pytest -m e2e

lint: install-dev ## style, types, borders between rooms, migrations, translations
	$(PYTHON) -m ruff check
	$(PYTHON) -m ruff format --check
	.venv/bin/djade --check $$(git ls-files 'templates/*.html')
	.venv/bin/lint-imports
	$(PYTHON) -m mypy $(APPS)
	DJANGO_SETTINGS_MODULE=tests.settings $(PYTHON) manage.py makemigrations --check --dry-run
	$(PYTHON) -m config.messages check

bench: install-dev ## measure; one table
	@$(PYTHON) -m bench

messages: install-dev ## collect the texts of code and templates into locale/
	$(PYTHON) -m config.messages collect

lock: install-dev ## choose the newest versions that pyproject.toml allows
	$(PYTHON) -m uv --version >/dev/null 2>&1 || $(PYTHON) -m pip install -q uv
	$(PYTHON) -m uv pip compile pyproject.toml --upgrade --extra postgres $(LOCKED) -o requirements.lock
	$(PYTHON) -m uv pip compile pyproject.toml --upgrade --extra postgres --group dev -c requirements.lock $(LOCKED) -o requirements-dev.lock

# No addresses in the locks: every machine has its own index.
LOCKED := -q --universal --python-version 3.12 --generate-hashes --no-emit-index-url --no-annotate --no-header

help:
	@grep -hE '^[a-z0-9-]+:.*## ' Makefile | sed -E 's/:[^#]*## /\t/'

.PHONY: run install install-dev test test-alone test-servers e2e lint bench messages lock help
