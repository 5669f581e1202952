import type { SettingsStore } from '../../../electron/service/platform/settings/settings-store.ts';

/** Creates a settings store in memory. */
export function createMemorySettings(): SettingsStore {
  const values = new Map<string, unknown>();
  return { get: (key) => values.get(key), set: (key, value) => values.set(key, value) };
}
