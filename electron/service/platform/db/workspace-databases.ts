import { join } from 'node:path';
import type { Database } from './database.ts';
import type { Migration } from './migrate.ts';
import { inspectDatabase, openDamagedDatabase, openDatabase, openNewDatabase } from './open-database.ts';

/** A workspace whose files are in the folder `dir`. */
export type WorkspacePlace = { readonly id: string; readonly dir: string };

export type OpenMode = {
  /** The database may be damaged. Nothing in it is changed. */
  readonly isReadOnly?: boolean;
  /** This process has just created the database, which is then not checked. */
  readonly isNew?: boolean;
  /** Fills empty full-text tables from the rows. */
  readonly fillSearchIndex: (db: Database) => void;
};

/** Where the databases of workspaces are: in a file of each, or on a database server. Failures are Problem `workspace_unusable`. */
export type WorkspaceDatabases = {
  readonly areOnServer: boolean;
  /** Opens or creates the database of a workspace. */
  readonly open: (place: WorkspacePlace, mode: OpenMode) => Database;
  /** Reads from a database without changing it. Fails if it does not exist. */
  readonly inspect: <T>(place: WorkspacePlace, read: (db: Database) => T) => T;
};

/** The name of the database file in the folder of a workspace. */
export const databaseFile = 'workspace.db';

const getPath = ({ dir }: WorkspacePlace) => join(dir, databaseFile);

export function createFileDatabases(migrations: readonly Migration[]): WorkspaceDatabases {
  return {
    areOnServer: false,
    open: (place, { isReadOnly, isNew }) => {
      const open = isReadOnly ? openDamagedDatabase : isNew ? openNewDatabase : openDatabase;
      return open(getPath(place), migrations);
    },
    inspect: (place, read) => inspectDatabase(getPath(place), migrations, read),
  };
}
