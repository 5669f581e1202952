import * as z from 'zod';
import { formatKeyHint } from '../../platform/keychain/format-key-hint.ts';
import type { WorkspaceSecrets } from '../../platform/keychain/keychain.ts';

const keysSchema = z.record(z.string(), z.string());

/** The API keys of servers, in one secret of the workspace: by the fingerprint of the model, because two can be in use. */
export class SearchModelKeys {
  readonly #secrets: Pick<WorkspaceSecrets, 'read' | 'set' | 'restore'>;

  constructor(secrets: Pick<WorkspaceSecrets, 'read' | 'set' | 'restore'>) {
    this.#secrets = secrets;
  }

  /** Resolves to null if there is no key, and to undefined if the keychain cannot be read. */
  async read(fingerprint: string): Promise<string | null | undefined> {
    const stored = await this.#secrets.read('search-model-keys');
    return stored === undefined ? undefined : (parseKeys(stored)[fingerprint] ?? null);
  }

  /** Resolves to the end of a key, or to null if it cannot be read. */
  async readHint(fingerprint: string): Promise<string | null> {
    const key = await this.read(fingerprint);
    return typeof key === 'string' ? formatKeyHint(key) : null;
  }

  /** Stores or removes a key, and keeps the keys of the other fingerprints in `kept`. Returns a function that undoes this. */
  async set(fingerprint: string, key: string | null, kept: readonly string[]): Promise<() => Promise<void>> {
    const previous = await this.#secrets.read('search-model-keys');
    const keys = Object.fromEntries(Object.entries(parseKeys(previous)).filter(([name]) => kept.includes(name)));
    delete keys[fingerprint];
    if (key !== null) keys[fingerprint] = key;
    if (previous || key !== null) await this.#secrets.set('search-model-keys', JSON.stringify(keys));
    return () => this.#secrets.restore('search-model-keys', previous);
  }

  /** Removes the keys of all other fingerprints. */
  async keepOnly(fingerprints: readonly string[]): Promise<void> {
    const stored = await this.#secrets.read('search-model-keys');
    if (!stored) return;
    const kept = Object.entries(parseKeys(stored)).filter(([name]) => fingerprints.includes(name));
    await this.#secrets.set('search-model-keys', JSON.stringify(Object.fromEntries(kept)));
  }
}

function parseKeys(text: string | null | undefined): Record<string, string> {
  if (!text) return {};
  try {
    return keysSchema.parse(JSON.parse(text));
  } catch {
    return {}; // a secret of another version
  }
}
