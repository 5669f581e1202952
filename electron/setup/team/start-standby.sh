#!/bin/sh
# Copies the primary, unless it has been copied, and starts as its standby.
set -eu
PGPASSWORD=$(cat /run/secrets/database)
export PGPASSWORD
until [ -s "$PGDATA/PG_VERSION" ]; do
  find "$PGDATA" -mindepth 1 -delete
  pg_basebackup -D "$PGDATA" -R -X stream -S standby \
    -d 'host=primary user=replicator application_name=standby' || sleep 2
done
chmod 700 "$PGDATA"
exec postgres -c max_connections=600
