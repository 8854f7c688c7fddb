"""The app on a phone: installed, opened without signal, and honest about both."""
