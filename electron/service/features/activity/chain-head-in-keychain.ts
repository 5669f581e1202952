import * as z from 'zod';
import type { WorkspaceSecrets } from '../../platform/keychain/keychain.ts';
import type { RecordedHead } from './chain-head-file.ts';

/** A keychain is slow, so only the last head of this time is written. */
const writeDelayMs = 10_000;

const headSchema = z.object({ rows: z.int().min(0), hash: z.string(), at: z.int() });

/** A copy of the chain's head in the keychain. After a crash, it is up to ten seconds older than the database. */
export class ChainHeadInKeychain {
  readonly #secrets: WorkspaceSecrets;
  /** The head that was stored last; undefined if there is none, or if it cannot be read. */
  readonly stored: RecordedHead | undefined;
  #next: RecordedHead | undefined;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  private constructor(secrets: WorkspaceSecrets, stored: RecordedHead | undefined) {
    this.#secrets = secrets;
    this.stored = stored;
  }

  static async load(secrets: WorkspaceSecrets): Promise<ChainHeadInKeychain> {
    const text = await secrets.get('activity-head');
    return new ChainHeadInKeychain(secrets, text === null ? undefined : parseHead(text));
  }

  write(head: RecordedHead): void {
    this.#next = head;
    this.#timer ??= setTimeout(() => this.#flush(), writeDelayMs).unref();
  }

  /** Resolves when the keychain has the last head. */
  async close(): Promise<void> {
    this.#flush();
    await this.#writing;
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const head = this.#next;
    if (!head) return;
    this.#next = undefined;
    this.#writing = this.#writing.then(() => this.#secrets.set('activity-head', JSON.stringify(head)));
  }
}

function parseHead(text: string): RecordedHead | undefined {
  try {
    return headSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
