"""HTTP: the application, the API and its models, problem details, security."""
