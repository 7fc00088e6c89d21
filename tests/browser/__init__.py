"""The site in a real browser, on small phones."""
