#!/bin/sh
# The role of servers, gateways and sandbox hosts. The migrations give it its rights.
set -eu
psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set ON_ERROR_STOP=1 --set "password=${SERVICE_PASSWORD:?}" <<'SQL'
CREATE ROLE bridge_service LOGIN PASSWORD :'password';
SQL
