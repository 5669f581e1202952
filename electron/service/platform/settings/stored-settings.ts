import * as z from 'zod';
import { settingsSchema, type Settings } from '../../../../shared/settings.ts';
import type { SettingsStore } from './settings-store.ts';

const settingsKey = 'settings';

/** Returns the stored settings. A missing or unknown value is replaced by its default; the others are kept. */
export function readSettings(store: SettingsStore): Settings {
  const stored = z.record(z.string(), z.unknown()).catch({}).parse(store.get(settingsKey));
  const valid = Object.entries(settingsSchema.shape).flatMap(([name, schema]) => {
    const { success, data } = schema.safeParse(stored[name]);
    return success ? [[name, data]] : [];
  });
  return settingsSchema.parse(Object.fromEntries(valid));
}

export function writeSettings(store: SettingsStore, settings: Settings): void {
  store.set(settingsKey, settings);
}
