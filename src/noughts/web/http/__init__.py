"""What a server alone has: checks on every request, the page and its files, the documentation."""

from noughts.extras import require_extra

require_extra("web", "the web server")
