#!/usr/bin/env python
"""Django's commands for Grailkeeper: `serve`, `adjudicate`, `replay` and the usual ones."""

import os
import sys

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as wrong:  # an environment variable with a value that makes no sense
        sys.exit(f"Grailkeeper: {wrong}")
