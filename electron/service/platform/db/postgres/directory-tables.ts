import { directoryVersion } from './check-database.ts';

/**
 * Which workspaces the database has, which API keys and invitations they accept, which process serves each, and the secrets that
 * their processes share. An owner that ends without closing the workspace leaves its row, by which others see that the workspace may
 * have unfinished work. Until "opening_until", an owner may be too busy to answer. The lock makes processes that start together take
 * turns.
 */
export const directorySchema = `
BEGIN;
SELECT pg_advisory_xact_lock(hashtextextended('switchboard directory', 0));
CREATE SCHEMA IF NOT EXISTS switchboard;
CREATE TABLE IF NOT EXISTS switchboard.workspace (workspace_id text PRIMARY KEY, org_id text NOT NULL UNIQUE);
CREATE TABLE IF NOT EXISTS switchboard.api_key (sha256 text PRIMARY KEY, workspace_id text NOT NULL);
CREATE TABLE IF NOT EXISTS switchboard.owner (
  workspace_id text PRIMARY KEY,
  address text NOT NULL,
  backend_pid integer NOT NULL,
  wake_at timestamptz,
  opening_until timestamptz
);
CREATE TABLE IF NOT EXISTS switchboard.secret (account text PRIMARY KEY, secret text NOT NULL);
COMMENT ON SCHEMA switchboard IS '${directoryVersion}';
COMMIT;
`;

/** Keeps the directory current, in the transactions of a workspace. A workspace is listed once it is complete. */
export const directoryTriggers = `
CREATE FUNCTION list_workspace() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN
  INSERT INTO switchboard.workspace (workspace_id, org_id) VALUES (TG_TABLE_SCHEMA, new.org_id);
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
CREATE FUNCTION list_invitation() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM switchboard.api_key WHERE sha256 = old.sha256 AND workspace_id = TG_TABLE_SCHEMA;
  ELSE
    INSERT INTO switchboard.api_key (sha256, workspace_id) VALUES (new.sha256, TG_TABLE_SCHEMA);
  END IF;
  RETURN NULL;
END$$;
CREATE TRIGGER list_invitation AFTER INSERT OR DELETE ON invitation FOR EACH ROW EXECUTE FUNCTION list_invitation();
`;
