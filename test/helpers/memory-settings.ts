import type { SettingsStore } from '../../electron/service/platform/settings/settings-store.ts';

/** Settings that last as long as the test. */
export function createMemorySettings(): SettingsStore {
  const values = new Map<string, unknown>();
  return { get: (key) => values.get(key), set: (key, value) => values.set(key, value) };
}
