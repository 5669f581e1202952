import { Problem } from '../../../shared/contract/problems.ts';
import type { Directory } from '../../service/platform/db/postgres/directory.ts';
import { createUnavailableProblem } from '../../service/platform/db/postgres/postgres-error.ts';
import type { WorkspaceLock } from '../../service/platform/db/postgres/workspace-lock.ts';
import type { OpenOrganization, Work } from './open-organization.ts';
import { repeat } from './repeat.ts';

type OrganizationsOptions = {
  readonly directory: Pick<Directory, 'release' | 'listWaitingIds'>;
  /** Resolves to null if another process has the lock. */
  readonly lock: (id: string) => Promise<WorkspaceLock | null>;
  readonly open: (id: string, lock: WorkspaceLock) => Promise<OpenOrganization>;
  readonly onError: (error: unknown, id?: string) => void;
  /** Organizations that are open at the same time. */
  readonly maxOpen?: number;
  /** An organization without requests and work is closed after this time. */
  readonly idleMs?: number;
};

const checkIntervalMs = 1_000;

/** A closed organization is opened once a day for its scheduled work, such as invoices. */
const wakeAfterSeconds = 24 * 60 * 60;

/** An organization that cannot be opened is tried again without a request after this time. */
const retryAfterSeconds = 60;

/** The time for live calls to end before the process does. */
const drainMs = 20_000;

/** The organizations that this process serves, which no other process does at the same time. */
export class Organizations {
  readonly #options: OrganizationsOptions;
  readonly #maxOpen: number;
  readonly #idleMs: number;
  /** By the ID of the workspace; null if another process serves it. */
  readonly #opened = new Map<string, Promise<OpenOrganization | null>>();
  readonly #closing = new Map<string, Promise<void>>();
  #stopChecking: (() => void) | undefined;
  #isDraining = false;

  constructor(options: OrganizationsOptions) {
    this.#options = options;
    this.#maxOpen = options.maxOpen ?? 500;
    this.#idleMs = options.idleMs ?? 10 * 60_000;
  }

  /** Starts to open organizations with unfinished work, and to close those that were lost or are idle. */
  start(): void {
    this.#stopChecking = repeat(checkIntervalMs, () => this.#check(), this.#options.onError);
  }

  get isDraining(): boolean {
    return this.#isDraining;
  }

  get count(): number {
    return this.#opened.size;
  }

  /** Whether this process serves an organization, or opens or closes it now. */
  isOpen(id: string): boolean {
    return this.#opened.has(id) || this.#closing.has(id);
  }

  /** Returns the sum of the unfinished work of all organizations. */
  async measureWork(): Promise<Work> {
    const works = (await this.#listOpened()).map(({ opened }) => opened.measureWork());
    return works.reduce((a, b) => ({ calls: a.calls + b.calls, documents: a.documents + b.documents }), {
      calls: 0,
      documents: 0,
    });
  }

  /** Returns the organization if this process serves it. */
  async find(id: string): Promise<OpenOrganization | null> {
    const known = await this.#opened.get(id);
    if (!known) return null;
    if (known.lock.isHeld()) return known;
    void this.#close(id);
    return null;
  }

  /** Returns the organization, and opens it if necessary. Resolves to null if another process serves it. */
  async open(id: string): Promise<OpenOrganization | null> {
    const known = await this.find(id);
    if (known) return known;
    await this.#closing.get(id);
    return this.#isDraining ? null : (this.#opened.get(id) ?? this.#openOnce(id));
  }

  #openOnce(id: string): Promise<OpenOrganization | null> {
    const opening = this.#openLocked(id);
    this.#opened.set(id, opening);
    // The next request tries again.
    const forget = () => this.#opened.delete(id);
    opening.then((opened) => opened ?? forget(), forget);
    return opening;
  }

  async #openLocked(id: string): Promise<OpenOrganization | null> {
    await this.#makeRoom();
    const lock = await this.#options.lock(id);
    if (!lock) return null;
    try {
      return await this.#options.open(id, lock);
    } catch (error) {
      this.#options.onError(error, id);
      await this.#options.directory.release(id, lock.backendPid, retryAfterSeconds).catch(() => {});
      // The client is not told how the database is reached.
      throw createUnavailableProblem(error);
    }
  }

  /** Closes the organization that was used least recently, if too many are open. */
  async #makeRoom(): Promise<void> {
    if (this.#opened.size < this.#maxOpen) return;
    const closable = (await this.#listOpened()).filter(({ opened }) => opened.getIdleMs() > 0 && !hasWork(opened));
    const [first] = closable.toSorted((a, b) => b.opened.getIdleMs() - a.opened.getIdleMs());
    if (!first)
      throw new Problem('unavailable', 'This server has no room for another organization now. Try again.', {
        headers: { 'Retry-After': '5' },
      });
    await this.#close(first.id);
  }

  async #check(): Promise<void> {
    for (const { id, opened } of await this.#listOpened()) {
      const isIdle = opened.getIdleMs() > this.#idleMs;
      if (!opened.lock.isHeld() || (isIdle && !hasWork(opened))) void this.#close(id);
    }
    for (const id of await this.#options.directory.listWaitingIds()) {
      if (this.#isDraining || this.#opened.size >= this.#maxOpen) return;
      await this.open(id).catch((error: unknown) => this.#options.onError(error, id));
    }
  }

  async #listOpened(): Promise<readonly { readonly id: string; readonly opened: OpenOrganization }[]> {
    const all = [...this.#opened].map(async ([id, opening]) => ({ id, opened: await opening.catch(() => null) }));
    return (await Promise.all(all)).flatMap(({ id, opened }) => (opened ? [{ id, opened }] : []));
  }

  #close(id: string): Promise<void> {
    const closing = this.#closing.get(id) ?? this.#closeOnce(id);
    this.#closing.set(id, closing);
    return closing;
  }

  /** Other processes can open it as soon as it is closed. */
  async #closeOnce(id: string): Promise<void> {
    const opening = this.#opened.get(id);
    this.#opened.delete(id);
    try {
      const opened = await opening;
      if (!opened) return;
      if (opened.lock.isHeld())
        await this.#options.directory.release(id, opened.lock.backendPid, hasWork(opened) ? 0 : wakeAfterSeconds);
      await opened.close();
    } catch (error) {
      this.#options.onError(error, id);
    } finally {
      this.#closing.delete(id);
    }
  }

  /** Closes all organizations: at once without work, otherwise when their work is done or it takes too long. */
  async close(): Promise<void> {
    this.#isDraining = true;
    this.#stopChecking?.();
    const end = performance.now() + drainMs;
    await Promise.all(
      [...this.#opened].map(async ([id, opening]) => {
        const opened = await opening.catch(() => null);
        while (opened?.lock.isHeld() && hasWork(opened) && performance.now() < end)
          await new Promise((resolve) => setTimeout(resolve, 100));
        await this.#close(id);
      }),
    );
    await Promise.all(this.#closing.values());
  }
}

function hasWork(opened: OpenOrganization): boolean {
  const { calls, documents } = opened.measureWork();
  return calls + documents > 0;
}
