import { getLatestVersion, type Migration } from '../../../electron/service/platform/db/migrate.ts';
import { migrations } from '../../../electron/service/workspaces/migrations.ts';

/** A migration to a version that no release has: a column with data that is computed from another, and a table. */
export const nextMigration: Migration = {
  version: getLatestVersion(migrations) + 1,
  up: `
    ALTER TABLE organization ADD COLUMN legal_name TEXT NOT NULL DEFAULT '';
    UPDATE organization SET legal_name = upper(name);
    CREATE TABLE trade_register (
      org_id TEXT PRIMARY KEY REFERENCES organization (org_id),
      entry TEXT NOT NULL
    ) STRICT;
    INSERT INTO trade_register (org_id, entry) SELECT org_id, 'unknown' FROM organization;
  `,
};
