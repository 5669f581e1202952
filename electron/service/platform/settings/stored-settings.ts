import * as z from 'zod';
import { settingsSchema, type Settings } from '../../../../shared/settings.ts';
import type { SettingsStore } from './settings-store.ts';

const settingsKey = 'settings';

/** Values of earlier versions, by setting, with the value that replaces each. */
const renamedValues: Readonly<Record<string, Readonly<Record<string, string>>>> = { sidebar: { folded: 'collapsed' } };

/** Returns the stored settings. A missing or unknown value is replaced by its default; the others are kept. */
export function readSettings(store: SettingsStore): Settings {
  const stored = z.record(z.string(), z.unknown()).catch({}).parse(store.get(settingsKey));
  const valid = Object.entries(settingsSchema.shape).flatMap(([name, schema]) => {
    const value = stored[name];
    const { success, data } = schema.safeParse(renamedValues[name]?.[String(value)] ?? value);
    return success ? [[name, data]] : [];
  });
  return settingsSchema.parse(Object.fromEntries(valid));
}

export function writeSettings(store: SettingsStore, settings: Settings): void {
  store.set(settingsKey, settings);
}
