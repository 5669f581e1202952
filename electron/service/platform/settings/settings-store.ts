import * as z from 'zod';
import { settingsSchema, type SettingsIssue, type Settings } from '../../../../shared/window/settings.ts';

/** The values of the file `settings.json`, by key. */
export type SettingsStore = {
  readonly get: (key: string) => unknown;
  /** What the user should know about the file. */
  readonly issue?: SettingsIssue | null;
  /** Throws Problem `storage_full` or `settings_not_saved` without changing anything. */
  readonly set: (key: string, value: unknown) => void;
};

const settingsKey = 'settings';

/** Returns the stored settings. A missing or unknown value is replaced by its default; the others are kept. */
export function readSettings(store: SettingsStore): Settings {
  const stored = readStored(store);
  const valid = Object.entries(settingsSchema.shape).flatMap(([name, schema]) => {
    const { success, data } = schema.safeParse(stored[name]);
    return success ? [[name, data]] : [];
  });
  return settingsSchema.parse(Object.fromEntries(valid));
}

/** Stores only the changes, because a newer version may have stored values that this one does not know. */
export function updateSettings(
  store: SettingsStore,
  changes: { readonly [Name in keyof Settings]?: Settings[Name] | undefined },
): Settings {
  store.set(settingsKey, { ...readStored(store), ...changes });
  return readSettings(store);
}

function readStored(store: SettingsStore): Readonly<Record<string, unknown>> {
  return z.record(z.string(), z.unknown()).catch({}).parse(store.get(settingsKey));
}
