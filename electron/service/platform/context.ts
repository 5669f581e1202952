import type { SettingsStore } from './settings/settings-store.ts';

export type Logger = {
  readonly error: (details: Readonly<Record<string, unknown>>, message: string) => void;
};

/** Everything that comes from outside the service, so that a test can say what it is. */
export type Context = {
  /** Folder of all workspaces; made when missing. */
  readonly dataDir: string;
  /** Folder of the prepared embedding model. */
  readonly modelDir: string;
  readonly version: string;
  readonly settings: SettingsStore;
  readonly log: Logger;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** `doc` becomes `doc_9f…`: 24 random hexadecimal digits. */
  readonly newId: (prefix: string) => string;
  readonly randomBytes: (size: number) => Uint8Array;
  /** Requests a minute for one key; 0 for no limit. */
  readonly rateLimitPerMinute: number;
};
