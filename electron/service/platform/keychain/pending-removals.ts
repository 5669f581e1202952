import * as z from 'zod';
import type { SettingsStore } from '../settings/settings-store.ts';
import type { PendingRemovals } from './keychain.ts';

const settingsKey = 'keychainRemovals';

/** Those of a hundred workspaces. */
const maxAccounts = 400;

/** Keeps the names in the settings file. They contain IDs of workspaces, and nothing secret. */
export function createPendingRemovals(settings: SettingsStore): PendingRemovals {
  return {
    read: () => z.array(z.string()).catch([]).parse(settings.get(settingsKey)),
    write: (accounts) => {
      try {
        settings.set(settingsKey, accounts.slice(-maxAccounts));
      } catch {
        // The removal itself succeeds: the keychain is tried again until the application quits.
      }
    },
  };
}
