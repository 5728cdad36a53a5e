#!/bin/bash
# Run once by the PostgreSQL image, when its volume is empty: the site gets a role without special rights, and its own database.
set -euo pipefail
psql -v ON_ERROR_STOP=1 -v password="$HEARTH_DB_PASSWORD" --username postgres --dbname postgres <<'SQL'
create role hearth login password :'password';
create database hearth owner hearth;
SQL
