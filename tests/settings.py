"""The app's settings, in a directory of the test process's own, so that test runs never meet each other or real data.

With DATABASE_URL set (`python -m tests.servers …`) the bus is an outside one too: over TCP, with a password.
"""

import atexit
import os
import shutil
import tempfile

from tests.servers import REDIS_PASSWORD, free_port

# Workers of one run inherit this directory from the process that started them, and each takes a room in it.
if "GRAILKEEPER_TEST_DIR" not in os.environ:
    os.environ["GRAILKEEPER_TEST_DIR"] = tempfile.mkdtemp(prefix="grailkeeper-")
    atexit.register(shutil.rmtree, os.environ["GRAILKEEPER_TEST_DIR"], ignore_errors=True)
os.environ["VAR_DIR"] = f"{os.environ['GRAILKEEPER_TEST_DIR']}/{os.environ.get('PYTEST_XDIST_WORKER', 'main')}"
os.environ["SECRET_KEY"] = "not a secret: it signs the cookies of tests"
if os.environ.get("DATABASE_URL"):
    os.environ["REDIS_URL"] = f"redis://:{REDIS_PASSWORD}@127.0.0.1:{free_port()}/0"
else:
    os.environ["REDIS_URL"] = f"unix://{os.environ['VAR_DIR']}/run/redis.sock"

from config.settings import *  # noqa: F403
from config.settings import STATIC_ROOT, STORAGES

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# Static files straight from their sources: no test waits for them to be hashed and compressed.
STORAGES = {**STORAGES, "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True  # looked for when asked for, not all of them for each new browser of a test
STATIC_ROOT.mkdir(exist_ok=True)
