import type { ProblemCode } from '../../../shared/contract/problems.ts';
import type { Sender } from './sender.ts';

export type ItemKind = 'document' | 'call' | 'practice' | 'note' | 'key' | 'request' | 'number';

/**
 * Something that one request creates and another ends: it deletes, revokes, cancels or delivers it. A request is `sent` until
 * its response arrives. If the process is killed before that, both outcomes are right, and the database names the real one.
 */
export type Item = {
  readonly kind: ItemKind;
  /** Unique: the title, number, text or name. Also the Idempotency-Key of the request that creates it. */
  readonly name: string;
  /** Sends the request that creates it, also again. Returns the id. */
  readonly create: (sender: Sender, item: Item) => Promise<string>;
  readonly createdAtMs: number;
  creation: 'sent' | 'acknowledged' | 'refused';
  /** The code of the response, if it was refused. */
  refusal?: ProblemCode;
  /** The request that creates it was sent again. */
  isRepeated?: boolean;
  /** Null until a response or the database names it. */
  id: string | null;
  end: 'none' | 'sent' | 'acknowledged';
  /** A request that changes it is in flight. */
  isBusy?: boolean;
  readonly document?: { readonly file: File; /** A word that only this content contains. */ readonly marker: string };
  /** A deletion whose response arrived, or which the next start finished: no file contains the text. */
  isErased?: boolean;
  /** The call of a note. */
  readonly callId?: string;
  /** A call whose number was added to the do-not-call list, which cancels it. */
  isListed?: boolean;
  /** Of a key; null if it is unknown. */
  secret?: string | null;
  /** A build request has this status or a later one. */
  status?: 'pending_review' | 'in_development' | 'uat';
};

/** What a workspace must contain. */
export type ExpectedWorkspace = {
  readonly id: string;
  readonly dir: string;
  /** The key of an admin, which is never revoked. */
  readonly secret: string;
  readonly agentId: string;
  readonly items: Item[];
  readonly snapshotIds: string[];
  /** Status and duration of each call that was seen to have ended. */
  readonly endedCalls: Map<string, string>;
  /** The acknowledged name, and the one that was sent since. */
  names: readonly string[];
};

/** A request that changes something and whose response arrived. It has one entry in the activity, also if it was refused. */
export type Acknowledged = { readonly operation: string; readonly refusal: ProblemCode | null };

export type Expectations = {
  readonly workspaces: readonly ExpectedWorkspace[];
  /** By the id of the request, which the response and the activity name. */
  readonly acknowledged: Map<string, Acknowledged>;
  /** The last acknowledged change of each invoice. */
  readonly invoiceChanges: Map<string, 'paid' | 'void' | 'credited'>;
};

export function listItems({ items }: ExpectedWorkspace, ...kinds: readonly ItemKind[]): readonly Item[] {
  return items.filter(({ kind }) => kinds.includes(kind));
}

export type KeptItem = Item & { readonly id: string };

/** Returns whether an item must exist, because no request to end it was sent. */
export function isKept(item: Item): item is KeptItem {
  return item.creation === 'acknowledged' && item.end === 'none' && item.id !== null && !item.isListed;
}
