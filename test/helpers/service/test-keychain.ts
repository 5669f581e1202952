import { Keychain } from '../../../electron/service/platform/keychain/keychain.ts';
import type { SecretStore } from '../../../electron/service/platform/keychain/secret-store.ts';

export type MemorySecretStore = SecretStore & { readonly secrets: Map<string, string> };

/** Creates a store that replaces the keychain of the system. */
export function createMemorySecretStore(): MemorySecretStore {
  const secrets = new Map<string, string>();
  return {
    secrets,
    get: async (account) => secrets.get(account) ?? null,
    set: async (account, secret) => void secrets.set(account, secret),
    remove: async (account) => secrets.delete(account),
  };
}

/** Creates a store that behaves as the Secret Service does while it is locked. */
export function createLockableSecretStore(store = createMemorySecretStore()) {
  let isLocked = false;
  const lockable: MemorySecretStore = {
    secrets: store.secrets,
    get: async (account) => (isLocked ? null : store.get(account)),
    set: async (account, secret) => {
      if (isLocked) throw new Error('Cannot create an item in a locked collection');
      return store.set(account, secret);
    },
    remove: async (account) => !isLocked && store.remove(account),
  };
  return { ...lockable, setLocked: (value: boolean) => void (isLocked = value) };
}

export function createTestKeychain(store: SecretStore = createMemorySecretStore()): Keychain {
  const keychain = new Keychain(async () => store);
  void keychain.check();
  return keychain;
}
