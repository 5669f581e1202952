import * as z from 'zod';
import type { WorkspaceSecrets } from '../../platform/keychain/keychain.ts';
import type { RecordedHead } from './chain-head-file.ts';

/** A keychain is slow, so only the last head of this time is written. */
const writeDelayMs = 10_000;

const headSchema = z.object({ rows: z.int().min(0), hash: z.string(), at: z.int() });

/**
 * A copy of the chain's head in the keychain. After a crash, it is up to ten seconds older than the database. It is replaced
 * only after it was read, because it may show a gap.
 */
export class ChainHeadInKeychain {
  readonly #secrets: WorkspaceSecrets;
  #isRead = false;
  #stored: RecordedHead | undefined;
  #next: RecordedHead | undefined;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  private constructor(secrets: WorkspaceSecrets) {
    this.#secrets = secrets;
  }

  static async load(secrets: WorkspaceSecrets): Promise<ChainHeadInKeychain> {
    const head = new ChainHeadInKeychain(secrets);
    await head.read();
    return head;
  }

  /** Whether the head that was stored last has been read. */
  get isRead(): boolean {
    return this.#isRead;
  }

  /** The head that was stored last; undefined if there is none, or if it is damaged or has not been read. */
  get stored(): RecordedHead | undefined {
    return this.#stored;
  }

  /** Reads the head that was stored last, if the keychain can be read. */
  async read(): Promise<void> {
    const text = await this.#secrets.read('activity-head');
    if (text === undefined || this.#isRead) return;
    this.#stored = text === null ? undefined : parseHead(text);
    this.#isRead = true;
    if (this.#next) this.write(this.#next);
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
    if (!head || !this.#isRead) return;
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
