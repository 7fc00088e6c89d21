"""The game API over HTTP: every promise of the contract, one file per verb."""
