"""The page in a real browser. A package, so that what its tests share ends with them: see conftest.py."""
