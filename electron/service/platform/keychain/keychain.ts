import { createHash, randomUUID } from 'node:crypto';
import type { KeychainStatus } from '../../../../shared/keychain.ts';
import type { SecretStore } from './secret-store.ts';

/** The secrets of a workspace. */
export type SecretName = 'url-signing-secret' | 'activity-head' | 'backup-passphrase' | 'remote-key';

export type WorkspaceSecrets = Secrets<SecretName>;

/** The secrets of the application. Those of two data folders are apart. */
export type ApplicationSecretName = 'window-lock';

export type ApplicationSecrets = Secrets<ApplicationSecretName>;

type Secrets<Name extends string> = {
  readonly get: (name: Name) => Promise<string | null>;
  readonly set: (name: Name, secret: string) => Promise<void>;
  readonly remove: (name: Name) => Promise<void>;
};

/** A keychain that asks the user for a password answers later, or never. */
const timeoutMs = 5_000;

/**
 * Keeps secrets in the keychain of the system. If it cannot be used, they are kept in memory until the application quits,
 * never in a file. It is tried again with `check`; the secrets in memory are then moved to it.
 */
export class Keychain {
  readonly #openStore: () => Promise<SecretStore>;
  readonly #inMemory = new Map<string, string>();
  #store: SecretStore | undefined;
  #status: KeychainStatus = { kept_in: 'memory', reason: 'The keychain has not been tried yet.' };
  /** Requests wait for it. */
  #checking: Promise<void> = Promise.resolve();

  /** `openStore` rejects with a sentence if there is no keychain. */
  constructor(openStore: () => Promise<SecretStore>) {
    this.#openStore = openStore;
  }

  /** Stores a secret, reads it and removes it, unless the keychain has worked so far. */
  async check(): Promise<KeychainStatus> {
    this.#checking = this.#checking.then(() => this.#check());
    await this.#checking;
    return this.#status;
  }

  async #check(): Promise<void> {
    if (this.#status.kept_in === 'keychain') return;
    try {
      this.#store ??= await this.#openStore();
      await limitTime(probe(this.#store));
      for (const [account, secret] of this.#inMemory) {
        await limitTime(this.#store.set(account, secret));
        this.#inMemory.delete(account);
      }
      this.#status = { kept_in: 'keychain' };
    } catch (error) {
      this.#fail(error);
    }
  }

  forWorkspace(workspaceId: string): WorkspaceSecrets {
    return this.#inFolder(workspaceId);
  }

  forApplication(dataDir: string): ApplicationSecrets {
    return this.#inFolder(`folder-${createHash('sha256').update(dataDir).digest('hex').slice(0, 24)}`);
  }

  #inFolder(folder: string): Secrets<string> {
    return {
      get: (name) => this.#get(`${folder}/${name}`),
      set: (name, secret) => this.#set(`${folder}/${name}`, secret),
      remove: (name) => this.#remove(`${folder}/${name}`),
    };
  }

  /** Removes the secrets of a workspace. */
  async removeWorkspace(workspaceId: string): Promise<void> {
    for (const account of await this.#list()) {
      if (account.startsWith(`${workspaceId}/`)) await this.#remove(account);
    }
  }

  async #remove(account: string): Promise<void> {
    this.#inMemory.delete(account);
    await this.#use((store) => store.remove(account));
  }

  async #get(account: string): Promise<string | null> {
    await this.#checking; // moves secrets from memory
    return this.#inMemory.get(account) ?? (await this.#use((store) => store.get(account))) ?? null;
  }

  async #set(account: string, secret: string): Promise<void> {
    this.#inMemory.set(account, secret); // kept there if the keychain fails
    const isStored = await this.#use(async (store) => {
      await store.set(account, secret);
      return true;
    });
    if (isStored === true && this.#inMemory.get(account) === secret) this.#inMemory.delete(account);
  }

  async #list(): Promise<readonly string[]> {
    return [...this.#inMemory.keys(), ...((await this.#use((store) => store.list())) ?? [])];
  }

  /** Resolves to undefined if the keychain cannot be used, or cannot be used any more. */
  async #use<T>(run: (store: SecretStore) => Promise<T>): Promise<T | undefined> {
    await this.#checking;
    if (!this.#store || this.#status.kept_in === 'memory') return undefined;
    try {
      return await limitTime(run(this.#store));
    } catch (error) {
      this.#fail(error);
      return undefined;
    }
  }

  #fail(error: unknown): void {
    const detail = error instanceof Error ? error.message : String(error);
    this.#status = { kept_in: 'memory', reason: detail.replace(/\.?$/, '.') };
  }
}

async function probe(store: SecretStore): Promise<void> {
  const account = `test-${randomUUID()}`;
  await store.set(account, account);
  const found = await store.get(account);
  await store.remove(account);
  if (found !== account) throw new Error('The keychain is locked');
}

async function limitTime<T>(result: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The keychain did not answer')), timeoutMs);
  });
  try {
    return await Promise.race([result, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
