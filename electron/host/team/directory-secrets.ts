import type { Directory } from '../../service/platform/db/postgres/directory.ts';
import type { SecretStore } from '../../service/platform/keychain/secret-store.ts';

/** Keeps the secrets of organizations, such as the one that signs URLs, in the database, which every node can read. */
export const createDirectorySecrets = (directory: Directory): SecretStore => ({
  get: (account) => directory.readSecret(account),
  set: (account, secret) => directory.writeSecret(account, secret),
  remove: (account) => directory.removeSecret(account),
});
