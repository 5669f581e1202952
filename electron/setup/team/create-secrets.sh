#!/bin/sh
# Writes new secrets to the folder secrets beside this file, unless it exists. The nodes run as the user 1000, which must own them.
set -eu
cd "$(dirname "$0")"
umask 077
mkdir secrets
create() { head -c 32 /dev/urandom | od -An -tx1 | tr -d ' \n'; }
create >secrets/postgres
create >secrets/database
create >secrets/internal
create >secrets/bucket_password
printf '*:*:*:switchboard:%s\n' "$(cat secrets/database)" >secrets/pgpass
printf '[default]\naws_access_key_id = switchboard\naws_secret_access_key = %s\n' "$(cat secrets/bucket_password)" >secrets/bucket
# The containers of PostgreSQL and the bucket have other users.
chmod 755 secrets
chmod 644 secrets/postgres secrets/database secrets/bucket_password
