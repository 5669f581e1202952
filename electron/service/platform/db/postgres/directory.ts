import type { LibpqConnection } from './libpq.ts';

/** Which workspaces the database has, and which API keys they accept. The lock makes processes that start together take turns. */
export const directorySchema = `
BEGIN;
SELECT pg_advisory_xact_lock(hashtextextended('switchboard directory', 0));
CREATE SCHEMA IF NOT EXISTS switchboard;
CREATE TABLE IF NOT EXISTS switchboard.workspace (workspace_id text PRIMARY KEY);
CREATE TABLE IF NOT EXISTS switchboard.api_key (sha256 text PRIMARY KEY, workspace_id text NOT NULL);
COMMIT;
`;

/** Keeps the directory current, in the transactions of a workspace. A workspace is listed once it is complete. */
export const directoryTriggers = `
CREATE FUNCTION list_workspace() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN
  INSERT INTO switchboard.workspace (workspace_id) VALUES (TG_TABLE_SCHEMA);
  RETURN NULL;
END$$;
CREATE TRIGGER list_workspace AFTER INSERT ON workspace FOR EACH ROW EXECUTE FUNCTION list_workspace();
CREATE FUNCTION list_api_key() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM switchboard.api_key WHERE sha256 = old.sha256 AND workspace_id = TG_TABLE_SCHEMA;
  END IF;
  IF TG_OP <> 'DELETE' AND new.revoked_at IS NULL THEN
    INSERT INTO switchboard.api_key (sha256, workspace_id) VALUES (new.sha256, TG_TABLE_SCHEMA);
  END IF;
  RETURN NULL;
END$$;
CREATE TRIGGER list_api_key AFTER INSERT OR DELETE OR UPDATE OF sha256, revoked_at ON api_key
  FOR EACH ROW EXECUTE FUNCTION list_api_key();
`;

/** Reads the directory of a database. */
export type Directory = {
  readonly listWorkspaceIds: () => readonly string[];
  /** Returns the workspace that accepts the API key with this hash. */
  readonly findWorkspaceId: (secretHash: string) => string | undefined;
};

export function openDirectory(connection: LibpqConnection): Directory {
  connection.execute(directorySchema);
  connection.prepare('list', 'SELECT workspace_id FROM switchboard.workspace ORDER BY workspace_id', []);
  connection.prepare('find', 'SELECT workspace_id FROM switchboard.api_key WHERE sha256 = $1', []);
  const readIds = (statement: string, ...values: readonly string[]) =>
    connection.query(statement, values, ({ rowCount, readText }) =>
      Array.from({ length: rowCount }, (_, row) => readText(row, 0) ?? ''),
    );
  return {
    listWorkspaceIds: () => readIds('list'),
    findWorkspaceId: (secretHash) => readIds('find', secretHash)[0],
  };
}
