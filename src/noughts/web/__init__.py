"""The game in a web page: one application with a JSON API, for a server and for a browser, and the page in `static/`.

Order of reading: `requests`, `operations`, `api`. Inner rooms: `play` (live games and their stores), `ask` (questions
and the worker pool), `http` (what a server alone has), `browser` (what a page without a server has), `site` (the page
as static files).
"""
