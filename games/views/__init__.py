"""HTML pages, one short view per verb, and the event stream."""
