import type { Database } from '../../platform/db/database.ts';
import { updateApiKeyLastUsed } from './api-key-queries.ts';

const writeIntervalMs = 60_000;

/** Remembers when keys were last used, writing each at most once a minute so that a read costs no commit. */
export class ApiKeyUsageTracker {
  readonly #db: Database;
  readonly #writtenAt = new Map<string, number>();
  readonly #pending = new Map<string, number>();
  readonly #onWritten: (keyId: string) => void;

  constructor(db: Database, onWritten: (keyId: string) => void = () => {}) {
    this.#db = db;
    this.#onWritten = onWritten;
  }

  recordUse(keyId: string, usedAt: number): void {
    const due = usedAt - (this.#writtenAt.get(keyId) ?? -Infinity) >= writeIntervalMs;
    if (!due) {
      this.#pending.set(keyId, usedAt);
      return;
    }
    this.#writtenAt.set(keyId, usedAt);
    this.#pending.delete(keyId);
    updateApiKeyLastUsed(this.#db, keyId, usedAt);
    this.#onWritten(keyId);
  }

  /** When a key was last used, as far as that is not written yet. */
  getPendingLastUsed(keyId: string): number | undefined {
    return this.#pending.get(keyId);
  }

  flush(): void {
    for (const [keyId, usedAt] of this.#pending) updateApiKeyLastUsed(this.#db, keyId, usedAt);
    this.#pending.clear();
  }
}
