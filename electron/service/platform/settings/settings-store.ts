import type { SettingsIssue } from '../../../../shared/window/settings.ts';

/** The values of the file `settings.json`, by key. */
export type SettingsStore = {
  readonly get: (key: string) => unknown;
  /** What the user should know about the file. */
  readonly issue?: SettingsIssue | null;
  /** Throws Problem `storage_full` or `settings_not_saved` without changing anything. */
  readonly set: (key: string, value: unknown) => void;
};
