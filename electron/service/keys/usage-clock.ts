import type { Database } from '../db/database.ts';
import { markApiKeyUsed } from './queries.ts';

const writeEveryMs = 60_000;

/** Remembers when keys were last used, writing each at most once a minute so that a read costs no commit. */
export class UsageClock {
  readonly #db: Database;
  readonly #written = new Map<string, number>();
  readonly #pending = new Map<string, number>();
  readonly #onWritten: (keyId: string) => void;

  constructor(db: Database, onWritten: (keyId: string) => void = () => {}) {
    this.#db = db;
    this.#onWritten = onWritten;
  }

  mark(keyId: string, usedAt: number): void {
    const due = usedAt - (this.#written.get(keyId) ?? -Infinity) >= writeEveryMs;
    if (!due) {
      this.#pending.set(keyId, usedAt);
      return;
    }
    this.#written.set(keyId, usedAt);
    this.#pending.delete(keyId);
    markApiKeyUsed(this.#db, keyId, usedAt);
    this.#onWritten(keyId);
  }

  /** When a key was last used, as far as that is not written yet. */
  lastUsedOf(keyId: string): number | undefined {
    return this.#pending.get(keyId);
  }

  flush(): void {
    for (const [keyId, usedAt] of this.#pending) markApiKeyUsed(this.#db, keyId, usedAt);
    this.#pending.clear();
  }
}
