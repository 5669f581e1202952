import { createHash, randomUUID } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import * as z from 'zod';
import type { KeychainStatus } from '../../../../shared/window/keychain.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import type { SecretStore } from './secret-store.ts';

/** The secrets of a workspace. */
const secretNames = [
  'url-signing-secret',
  'activity-head',
  'backup-passphrase',
  'remote-key',
  'search-model-keys',
  'language-model-key',
  'speech-server-key',
] as const;

export type SecretName = (typeof secretNames)[number];

export type WorkspaceSecrets = Secrets<SecretName> & {
  /** Resolves to the names of the stored secrets, and to undefined if the keychain cannot be read. */
  readonly list: () => Promise<readonly SecretName[] | undefined>;
};

/** The secrets of the application. Those of two data folders are apart. */
type ApplicationSecretName = 'window-lock';

export type ApplicationSecrets = Secrets<ApplicationSecretName>;

type Secrets<Name extends string> = {
  /** Resolves to null if there is no such secret, and to undefined if the keychain cannot be read. */
  readonly read: (name: Name) => Promise<string | null | undefined>;
  readonly set: (name: Name, secret: string) => Promise<void>;
  readonly remove: (name: Name) => Promise<void>;
  /** Takes back `set` or `remove`. `previous` is what `read` returned before. */
  readonly restore: (name: Name, previous: string | null | undefined) => Promise<void>;
};

/** Keeps the names of secrets that the keychain still has to remove, for the next start. */
type PendingRemovals = {
  readonly read: () => readonly string[];
  readonly write: (accounts: readonly string[]) => void;
};

/** A keychain that asks the user for a password answers later, or never. */
const timeoutMs = 5_000;

/**
 * Keeps secrets in the keychain of the system. If it cannot be used, they are kept in memory until the application quits,
 * never in a file. It is tried again with `check`; the secrets in memory are then moved to it, and those that were removed
 * meanwhile, or before the last quit, are removed from it.
 */
export class Keychain {
  readonly #openStore: () => Promise<SecretStore>;
  /** What the keychain does not have yet: secrets, and null for each that it still has to remove. */
  readonly #inMemory = new Map<string, string | null>();
  readonly #listeners = new Set<() => void>();
  readonly #pendingRemovals: PendingRemovals | undefined;
  #store: SecretStore | undefined;
  #status: KeychainStatus = { kept_in: 'memory', reason: 'The keychain has not been tried yet.' };
  /** Requests wait for the earlier ones. */
  #turn: Promise<unknown> = Promise.resolve();
  #checking: Promise<void> | undefined;
  /** The last call of the keychain. It goes on if it is not answered in time. */
  #lastCall: Promise<unknown> = Promise.resolve();

  /** `openStore` rejects with a sentence if there is no keychain. */
  constructor(openStore: () => Promise<SecretStore>, pendingRemovals?: PendingRemovals) {
    this.#openStore = openStore;
    this.#pendingRemovals = pendingRemovals;
    for (const account of pendingRemovals?.read() ?? []) this.#inMemory.set(account, null);
  }

  /** Tries the keychain, unless it has worked so far. */
  async check(): Promise<KeychainStatus> {
    this.#checking ??= this.#inTurn(() => this.#check()).finally(() => (this.#checking = undefined));
    await this.#checking;
    return this.#status;
  }

  async #check(): Promise<void> {
    if (this.#status.kept_in === 'keychain') return;
    try {
      // Each call without an answer keeps one of Node's few threads, and can change a secret late.
      await limitTime(this.#lastCall);
      const store = (this.#store ??= await this.#openStore());
      await this.#call(probe(store));
      for (const [account, secret] of this.#inMemory) await this.#call(this.#write(store, account, secret));
      this.#status = { kept_in: 'keychain' };
      this.#savePendingRemovals();
    } catch (error) {
      return this.#fail(error);
    }
    for (const listener of this.#listeners) listener();
  }

  /** Calls the listener whenever the keychain becomes available. Returns a function that removes the listener. */
  onAvailable(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  forWorkspace(workspaceId: string): WorkspaceSecrets {
    const secrets = this.#inFolder(workspaceId);
    const list = async () => {
      const names: SecretName[] = [];
      for (const name of secretNames) {
        const secret = await secrets.read(name);
        if (secret === undefined) return undefined;
        if (secret !== null) names.push(name);
      }
      return names;
    };
    return { ...secrets, list };
  }

  /** The same secrets for every path of a data folder, such as a relative one or one with symbolic links. */
  forApplication(dataDir: string): ApplicationSecrets {
    return this.#inFolder(`folder-${createHash('sha256').update(findRealPath(dataDir)).digest('hex').slice(0, 24)}`);
  }

  #inFolder(folder: string): Secrets<string> {
    return {
      read: (name) => this.#read(`${folder}/${name}`),
      set: (name, secret) => this.#change(`${folder}/${name}`, secret),
      remove: (name) => this.#change(`${folder}/${name}`, null),
      restore: async (name, previous) => {
        if (previous !== undefined) return this.#change(`${folder}/${name}`, previous);
        this.#inMemory.delete(`${folder}/${name}`);
        this.#savePendingRemovals();
      },
    };
  }

  /** Removes the secrets of a workspace. */
  async removeWorkspace(workspaceId: string): Promise<void> {
    const secrets = this.forWorkspace(workspaceId);
    for (const name of (await secrets.list()) ?? secretNames) await secrets.remove(name);
  }

  #read(account: string): Promise<string | null | undefined> {
    return this.#inTurn(async () => {
      const secret = this.#inMemory.get(account);
      return secret === undefined ? this.#use((store) => readFrom(store, account)) : secret;
    });
  }

  /** Stores a secret, or removes it. If the keychain fails, `check` does it. */
  async #change(account: string, secret: string | null): Promise<void> {
    this.#inMemory.set(account, secret);
    await this.#inTurn(() => this.#use((store) => this.#write(store, account, secret)));
    this.#savePendingRemovals();
  }

  async #write(store: SecretStore, account: string, secret: string | null): Promise<void> {
    await (secret === null ? removeFrom(store, account) : store.set(account, secret));
    if (this.#inMemory.get(account) === secret) this.#inMemory.delete(account);
  }

  #savePendingRemovals(): void {
    const accounts = [...this.#inMemory].filter(([, secret]) => secret === null).map(([account]) => account);
    const saved = this.#pendingRemovals?.read() ?? [];
    if (accounts.join() !== saved.join()) this.#pendingRemovals?.write(accounts);
  }

  /** Resolves to undefined if the keychain cannot be used, or cannot be used any more. */
  async #use<T>(run: (store: SecretStore) => Promise<T>): Promise<T | undefined> {
    if (!this.#store || this.#status.kept_in === 'memory') return undefined;
    try {
      return await this.#call(run(this.#store));
    } catch (error) {
      this.#fail(error);
      return undefined;
    }
  }

  #inTurn<T>(run: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(run);
    this.#turn = result.catch(() => {});
    return result;
  }

  #call<T>(call: Promise<T>): Promise<T> {
    this.#lastCall = call.catch(() => {});
    return limitTime(call);
  }

  #fail(error: unknown): void {
    const detail = error instanceof Error ? error.message : String(error);
    this.#status = { kept_in: 'memory', reason: detail.replace(/\.?$/, '.') };
  }
}

/** A locked keychain answers like one that does not have the secret. The probe finds out which it is. */
async function readFrom(store: SecretStore, account: string): Promise<string | null> {
  const secret = await store.get(account);
  if (secret === null) await probe(store);
  return secret;
}

async function removeFrom(store: SecretStore, account: string): Promise<void> {
  if (!(await store.remove(account))) await probe(store);
}

/** Stores a secret, reads it and removes it. Rejects if the keychain is locked. */
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

/** Some drives of Windows, such as RAM disks, have no real paths. */
function findRealPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return resolve(path);
  }
}

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
