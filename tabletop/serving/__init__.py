"""What `manage.py serve` is made of: the embedded Redis-compatible server, the worker and the web server as one group."""
