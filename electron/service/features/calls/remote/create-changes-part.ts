// Public: other features may import this file.
import type { Database } from '../../../platform/db/database.ts';
import { joinUnread, type Unread } from '../../remote/list-problems.ts';
import type { RemoteClient, RemoteLink } from '../../remote/remote-client.ts';
import { findPosition, storeCursor } from '../../sync/refresh-queries.ts';
import type { RefreshPart } from '../../sync/refresh-task.ts';
import { findListPosition } from './remote-call-queries.ts';

type ChangesPartOptions = Pick<RefreshPart, 'idleMs'> & {
  readonly name: 'call_details' | 'shared_work';
  readonly db: Database;
  readonly link: Pick<RemoteLink, 'getClient'>;
  /** Reads and stores the changes after a position. Resolves to the items that could not be read. */
  readonly read: (client: RemoteClient, position: ChangesPosition, signal: AbortSignal) => Promise<Unread | null>;
};

/** Creates a part of the mirror that follows the remote's list of changes, after the list of calls was read. */
export function createChangesPart({ name, idleMs, db, link, read }: ChangesPartOptions): RefreshPart {
  let isWaitingForCalls = false;
  let isHeld = false;
  let leftOut: Unread | null = null;
  return {
    name,
    activeMs: 3_000,
    idleMs,
    isActive: () => isWaitingForCalls || isHeld,
    refresh: async (signal) => {
      const client = await link.getClient();
      const { shared_work, call_list } = client.capabilities;
      // The list has the order of the calls. Without it, each change would ask for its call.
      isWaitingForCalls = shared_work && call_list && findListPosition(db) === null;
      if (!shared_work || isWaitingForCalls) return null;
      const position = new ChangesPosition(db, name);
      const unread = await read(client, position, signal);
      const all = position.since === 0 ? unread : joinUnread(leftOut, unread);
      // What was left out is listed again only after it changed, or if the next refresh starts at an earlier position.
      if (!position.isHeld) leftOut = all;
      isHeld = position.isHeld;
      return all;
    },
  };
}

/** The position in the remote's list of changes up to which a part was stored. */
export class ChangesPosition {
  /** The position at which the refresh starts. */
  readonly since: number;
  readonly #db: Database;
  readonly #part: ChangesPartOptions['name'];
  #stored: number;
  #isHeld = false;

  constructor(db: Database, part: ChangesPartOptions['name']) {
    this.#db = db;
    this.#part = part;
    this.since = findPosition(db, part);
    this.#stored = this.since;
  }

  /** Whether a change could not be stored yet. The next refresh reads it again, and the changes after it. */
  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** Moves past changes in the open transaction, at most to the first one that cannot be stored yet; its index is -1 if there is none. */
  advance(changes: readonly { readonly position: number }[], firstHeld: number): void {
    // A change that was canceled meanwhile needs everything again.
    if (this.#isHeld || findPosition(this.#db, this.#part) !== this.#stored) return;
    this.#isHeld = firstHeld >= 0;
    this.#stored = (this.#isHeld ? changes[firstHeld - 1] : changes.at(-1))?.position ?? this.#stored;
    storeCursor(this.#db, this.#part, String(this.#stored));
  }
}
