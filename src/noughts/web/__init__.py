"""The game in a web page: an HTTP server with a JSON API, and the page itself in `static/`.

`noughts.web.app.create_app` is handed all that it uses: strategies, exact values, proofs, the store.
"""
