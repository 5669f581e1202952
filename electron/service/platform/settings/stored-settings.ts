import { settingsSchema, type Settings } from '../../../../shared/settings.ts';
import type { SettingsStore } from './settings-store.ts';

const settingsKey = 'settings';

/** The settings as stored; what is missing or not understood is as it is by default. */
export function readSettings(store: SettingsStore): Settings {
  return settingsSchema.catch(settingsSchema.parse({})).parse(store.get(settingsKey) ?? {});
}

export function writeSettings(store: SettingsStore, settings: Settings): void {
  store.set(settingsKey, settings);
}
