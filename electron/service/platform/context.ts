import { randomUUID } from 'node:crypto';
import type { Migration } from './db/migrate.ts';
import type { WorkspaceDatabases } from './db/workspace-databases.ts';
import type { WorkspaceBucket } from './files/workspace-objects.ts';
import type { Keychain } from './keychain/keychain.ts';
import type { FindProxies } from './network/find-proxies.ts';
import type { SettingsStore } from './settings/settings-store.ts';

export type Logger = {
  readonly error: (details: Readonly<Record<string, unknown>>, message: string) => void;
};

/** The dependencies of the service on its environment. Tests replace them. */
export type Context = {
  /** Folder of all workspaces, created if missing. */
  readonly dataDir: string;
  /** Folder of the prepared embedding model. */
  readonly modelDir: string;
  readonly version: string;
  /** The versions of the database of a workspace, in order. */
  readonly migrations: readonly Migration[];
  readonly databases: WorkspaceDatabases;
  /** Without it, the files of workspaces are only in their folders. */
  readonly bucket?: WorkspaceBucket;
  readonly settings: SettingsStore;
  readonly keychain: Keychain;
  readonly findProxies: FindProxies;
  readonly log: Logger;
  /** Returns the end of the log file. */
  readonly readLog: () => string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** `doc` becomes `doc_9f…`: 24 random hexadecimal digits. */
  readonly newId: (prefix: string) => string;
  readonly randomBytes: (size: number) => Uint8Array;
  /** The base-2 logarithms of the work of scrypt with a passphrase. */
  readonly passphraseWork: { readonly windowLock: number; readonly backup: number };
  /** Requests per minute for each key; 0 for no limit. */
  readonly rateLimitPerMinute: number;
};

/** Returns the prefix and 24 hexadecimal digits of a random UUID, without its dashes and its version. */
export function generateId(prefix: string): string {
  const uuid = randomUUID();
  return `${prefix}_${uuid.slice(0, 8)}${uuid.slice(9, 13)}${uuid.slice(24)}`;
}
