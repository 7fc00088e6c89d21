"""Games as they are kept: entries, stories, results, and who hears of them."""
