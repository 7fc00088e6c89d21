"""Running the site: health, logs, metrics, backups, deployment."""
