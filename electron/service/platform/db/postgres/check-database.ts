import { createUnusableProblem } from '../unusable-problem.ts';
import type { LibpqConnection } from './libpq.ts';
import { readOne } from './read-one.ts';

/** The version of the directory's tables. */
export const directoryVersion = 1;

const oldestServerVersion = 150_000;

/**
 * Throws Problem `workspace_unusable`, with one sentence for the operator, if the database cannot store organizations or belongs to
 * another program.
 */
export function checkDatabase(connection: LibpqConnection): void {
  const found = readOne(connection, facts);
  if (Number(found['server_version']) < oldestServerVersion) refuse('The server must be PostgreSQL 15 or later.');
  if (found['encoding'] !== 'UTF8') refuse('The database must have the encoding UTF-8.');
  if (found['is_read_only'] === 't') refuse('The database accepts no changes: name the primary server, too.');
  const { directory_version: version, foreign_table: foreignTable } = found;
  if (Number(version ?? 0) > directoryVersion)
    refuse(`The database was last used by a newer Switchboard: the version of its directory is ${version}.`);
  if (found['is_ours'] === 't') return;
  if (foreignTable != null)
    refuse(`The database belongs to another program, which has the table ${foreignTable}: create an empty one.`);
  if (found['can_create'] !== 't') refuse('The user of the database needs the privilege CREATE on it.');
}

/** A table that is part of an extension belongs to no program. */
const facts = `
  SELECT current_setting('server_version_num') AS server_version,
    getdatabaseencoding() AS encoding,
    pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on' AS is_read_only,
    has_database_privilege(current_database(), 'CREATE') AS can_create,
    to_regclass('switchboard.workspace') IS NOT NULL AS is_ours,
    (SELECT obj_description(oid) FROM pg_namespace WHERE nspname = 'switchboard') AS directory_version,
    (SELECT min(format('%I.%I', nspname, relname)) FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
     WHERE relkind IN ('r', 'p', 'f') AND nspname NOT IN ('pg_catalog', 'information_schema') AND nspname !~ '^pg_(toast|temp)'
       AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')) AS foreign_table
`;

function refuse(sentence: string): never {
  throw createUnusableProblem(sentence);
}
