"""The pages as browsers use them: Django's client, and a small real phone."""
