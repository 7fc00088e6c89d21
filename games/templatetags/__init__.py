"""What templates can do beyond Django's own tags."""
