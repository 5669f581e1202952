import type { SettingsStore } from '../../electron/service/settings/settings-store.ts';

/** Settings that last as long as the test. */
export function memorySettings(): SettingsStore {
  const values = new Map<string, unknown>();
  return { get: (key) => values.get(key), set: (key, value) => values.set(key, value) };
}
