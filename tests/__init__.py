"""Everything that is tested, and how."""
