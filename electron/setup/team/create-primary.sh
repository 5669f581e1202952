#!/bin/sh
# Runs once, when the primary is created. The last statement takes effect with its next start, when the standby can exist.
set -eu
password=$(cat /run/secrets/database)
psql -v ON_ERROR_STOP=1 -v password="$password" -U postgres <<'SQL'
CREATE ROLE switchboard LOGIN PASSWORD :'password';
CREATE ROLE replicator LOGIN REPLICATION PASSWORD :'password';
CREATE DATABASE switchboard OWNER switchboard ENCODING 'UTF8' TEMPLATE template0;
SELECT pg_create_physical_replication_slot('standby');
ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (standby)';
SQL
echo 'host replication replicator all scram-sha-256' >>"$PGDATA/pg_hba.conf"
