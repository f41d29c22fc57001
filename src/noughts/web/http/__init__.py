"""What a server alone has: checks on every request, the page and its files, the documentation."""
