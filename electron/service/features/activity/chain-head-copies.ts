// Public: other features may import this file.
import { hash } from 'node:crypto';
import { closeSync, existsSync, fdatasync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { syncFolder } from '../../platform/files/sync-file.ts';
import type { WorkspaceSecrets } from '../../platform/keychain/keychain.ts';
import type { RecordedHead } from './activity-queries.ts';

const fileName = 'activity-head';
const slotBytes = 256;

const slotSchema = z.object({
  version: z.int().min(1),
  rows: z.int().min(0),
  hash: z.string(),
  at: z.int(),
});

/**
 * A copy of the chain's head in a file beside the database, so that entries that the database loses are noticed. Two slots
 * are overwritten in turn, so that an interrupted write leaves the previous head. `write` returns when the operating system
 * has the head: it survives the end of the process. If the file is synced, the disk has it shortly afterwards: one sync at a
 * time covers all heads that were written before it.
 */
export class ChainHeadFile {
  readonly #file: number;
  readonly #isSynced: boolean;
  readonly #onError: (error: unknown) => void;
  #version: number;
  #syncing: Promise<void> | undefined;
  #isDirty = false;
  /** Whether there was no file. */
  readonly isNew: boolean;
  /** The head that was stored last; undefined if the file is new, or both slots are damaged. */
  readonly stored: RecordedHead | undefined;

  constructor(dir: string, onError: (error: unknown) => void, { isSynced = true } = {}) {
    this.#isSynced = isSynced;
    this.#onError = onError;
    const path = join(dir, fileName);
    this.isNew = !existsSync(path);
    this.#file = openFile(path);
    if (this.isNew) syncFolder(dir);
    const slots = [readSlot(this.#file, 0), readSlot(this.#file, 1)].flatMap((slot) => slot ?? []);
    const latest = slots.toSorted((a, b) => b.version - a.version)[0];
    this.#version = latest?.version ?? 0;
    this.stored = latest && { rows: latest.rows, hash: latest.hash, at: latest.at };
  }

  write(head: RecordedHead): void {
    this.#version += 1;
    writeSlot(this.#file, this.#version, head);
    if (!this.#isSynced) return;
    this.#isDirty = true;
    this.#syncing ??= this.#sync();
  }

  /** Resolves when the disk has every head. */
  async close(): Promise<void> {
    await this.#syncing;
    closeSync(this.#file);
  }

  async #sync(): Promise<void> {
    while (this.#isDirty) {
      this.#isDirty = false;
      await new Promise<void>((resolve) => {
        fdatasync(this.#file, (error) => {
          if (error) this.#onError(error);
          resolve();
        });
      });
    }
    this.#syncing = undefined;
  }
}

function openFile(path: string): number {
  try {
    return openSync(path, 'r+');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    return openSync(path, 'w+', 0o600);
  }
}

/** Stores the head of a workspace that is filled before it is opened. A file that is missing later was deleted. */
export function createChainHeadFile(dir: string, head: RecordedHead): void {
  const file = openFile(join(dir, fileName));
  try {
    writeSlot(file, 1, head);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function writeSlot(file: number, version: number, { rows, hash: headHash, at }: RecordedHead): void {
  const text = JSON.stringify({ version, rows, hash: headHash, at });
  const line = `${text} ${computeChecksum(text)}`.padEnd(slotBytes - 1) + '\n';
  writeSync(file, line, (version % 2) * slotBytes);
}

function readSlot(file: number, slot: number): z.infer<typeof slotSchema> | undefined {
  const buffer = Buffer.alloc(slotBytes);
  const length = readSync(file, buffer, 0, slotBytes, slot * slotBytes);
  const line = buffer.toString('utf8', 0, length).trimEnd();
  const end = line.lastIndexOf(' ');
  const text = line.slice(0, Math.max(0, end));
  if (text === '' || computeChecksum(text) !== line.slice(end + 1)) return undefined;
  return slotSchema.safeParse(JSON.parse(text)).data;
}

function computeChecksum(text: string): string {
  return hash('sha256', text).slice(0, 16);
}

/** A keychain is slow, so only the last head of this time is written. */
const writeDelayMs = 10_000;

const headSchema = z.object({ rows: z.int().min(0), hash: z.string(), at: z.int() });

/**
 * A copy of the chain's head in the keychain. After a crash, it is up to ten seconds older than the database. It is replaced
 * only after it was read, because it may show a gap.
 */
export class ChainHeadInKeychain {
  readonly #secrets: Pick<WorkspaceSecrets, 'read' | 'set'>;
  readonly #onError: (error: unknown) => void;
  #isRead = false;
  #stored: RecordedHead | undefined;
  #next: RecordedHead | undefined;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  private constructor(secrets: Pick<WorkspaceSecrets, 'read' | 'set'>, onError: (error: unknown) => void) {
    this.#secrets = secrets;
    this.#onError = onError;
  }

  static async load(
    secrets: Pick<WorkspaceSecrets, 'read' | 'set'>,
    onError: (error: unknown) => void,
  ): Promise<ChainHeadInKeychain> {
    const head = new ChainHeadInKeychain(secrets, onError);
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
    this.#writing = this.#writing
      .then(() => this.#secrets.set('activity-head', JSON.stringify(head)))
      .catch(this.#onError);
  }
}

function parseHead(text: string): RecordedHead | undefined {
  try {
    return headSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
