/**
 * The keychain of the system, or a replacement for it in tests. Secrets are stored under the name of an account. It does not
 * list the accounts: keytar's list ends the process if an item of the Secret Service is locked.
 */
export type SecretStore = {
  /** Resolves to null if there is no such account, or if the keychain is locked. */
  readonly get: (account: string) => Promise<string | null>;
  /** Replaces an earlier secret of the account. */
  readonly set: (account: string, secret: string) => Promise<void>;
  /** Resolves to false if there was no such account, or if the keychain is locked. */
  readonly remove: (account: string) => Promise<boolean>;
};

/** The name under which the keychain of the system shows the secrets. */
const serviceName = 'Switchboard';

/**
 * Opens the keychain of the system with keytar: Keychain on macOS, Credential Manager on Windows, and the Secret Service on
 * Linux. Rejects if its library cannot be loaded, or if the variable SWITCHBOARD_KEYCHAIN is `none`.
 */
export async function openSystemKeychain(): Promise<SecretStore> {
  if (process.env['SWITCHBOARD_KEYCHAIN'] === 'none') throw new Error('SWITCHBOARD_KEYCHAIN=none turns it off');
  const { default: keytar } = await import('keytar');
  return {
    get: (account) => keytar.getPassword(serviceName, account),
    set: (account, secret) => keytar.setPassword(serviceName, account, secret),
    remove: (account) => keytar.deletePassword(serviceName, account),
  };
}
