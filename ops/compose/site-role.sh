#!/bin/sh
# Run by the PostgreSQL of compose.yaml when it is new: the site's own role, which owns no table (docs/security.md).
set -eu
psql --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" --set=password="$POSTGRES_PASSWORD" <<'SQL'
create role meridian_site login password :'password';
SQL
