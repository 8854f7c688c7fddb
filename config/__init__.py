"""Settings, addresses and the two entrances: the web server (`asgi`) and the worker (`celery`)."""
