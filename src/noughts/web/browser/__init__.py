"""The application in a browser, without a server: its files, its host, its worker, its pool and its games."""
