import { dayMs } from '../../../../../shared/text/duration.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Context } from '../../../platform/context.ts';
import { invoiceReader, type RemoteInvoice, type RemoteUsage } from '../../remote/remote-schemas.ts';
import { ListProblems } from '../../remote/list-problems.ts';
import { readList, requireValid, type InvalidItem } from '../../remote/read-remote.ts';
import {
  deleteRemoteItem,
  findByRemoteId,
  listRemoteItems,
  storeRemoteItem,
} from '../../remote/remote-item-queries.ts';
import {
  deleteSnapshotsAfter,
  extendSnapshot,
  findLatestSnapshot,
  findRemoteInvoice,
  insertSnapshot,
  storeRemoteInvoice,
  thinSnapshots,
  type UsageSnapshot,
} from './remote-billing-queries.ts';

/** Snapshots of the last days are all kept. */
const keptMs = 2 * dayMs;

/** No remote bills longer periods; a chart of one would have too many days. */
const periodMaxMs = 400 * dayMs;

type UsageNumbers = Omit<UsageSnapshot, 'taken_at' | 'seen_at'>;

/** Returns the numbers of a usage report, or why it cannot be used, as a sentence. */
export function checkUsage(usage: RemoteUsage): UsageNumbers | string {
  const { start, end } = usage.billing_period;
  const { minutes_used, minutes_included, estimated_cost_usd } = usage;
  if (start === null || end === null)
    return 'The remote sent usage without the start and the end of its billing period.';
  if (end <= start || end - start > periodMaxMs)
    return 'The remote sent usage of a billing period that cannot be right.';
  if (minutes_used === null || minutes_included === null) return 'The remote sent usage without all of its numbers.';
  return {
    period_start: start,
    period_end: end,
    minutes_used,
    minutes_included,
    overage_minutes: usage.overage_minutes ?? Math.max(0, minutes_used - minutes_included),
    cost_cents: estimated_cost_usd,
  };
}

/** Stores the numbers that the remote sent now. Equal ones extend the latest snapshot. */
export function storeUsage(db: Database, usage: UsageNumbers, nowMs: number): void {
  deleteSnapshotsAfter(db, nowMs);
  const latest = findLatestSnapshot(db);
  if (latest && hasSameNumbers(latest, usage)) return extendSnapshot(db, latest.taken_at, nowMs);
  // Two responses within a millisecond: the later one applies.
  if (latest?.taken_at === nowMs) deleteSnapshotsAfter(db, nowMs - 1);
  insertSnapshot(db, { ...usage, taken_at: nowMs, seen_at: nowMs });
  thinSnapshots(db, nowMs - keptMs);
}

function hasSameNumbers(snapshot: UsageSnapshot, usage: UsageNumbers): boolean {
  return (Object.keys(usage) as (keyof UsageNumbers)[]).every((name) => snapshot[name] === usage[name]); // its own keys
}

type ValidInvoice = RemoteInvoice & {
  readonly amount_due_usd: number;
  readonly status: string;
  readonly issue_date: number;
};

type InvoiceReading = { readonly invoices: readonly ValidInvoice[]; readonly problems: ListProblems };

/** Reads the invoices of a remote. Throws a RemoteError if the whole response is unusable. */
export function readInvoices(body: unknown, remoteOrgId: string): InvoiceReading {
  const list = requireValid(readList(invoiceReader, body, { remoteOrgId })).value;
  const invalid: InvalidItem[] = [...list.invalid];
  const invoices: ValidInvoice[] = [];
  for (const item of list.items) {
    const { invoice_id, amount_due_usd, status, issue_date } = item;
    if (amount_due_usd === null || status === null || issue_date === null)
      invalid.push({
        remoteId: invoice_id,
        error: `The remote sent an invoice without ${amount_due_usd === null ? 'its amount' : status === null ? 'a status' : 'an issue date'}.`,
        itemsBefore: invoices.length,
      });
    else invoices.push({ ...item, amount_due_usd, status, issue_date });
  }
  return { invoices, problems: new ListProblems(invoiceReader).add({ ...list, invalid }) };
}

/**
 * Stores the invoices of a list. One that cannot be used keeps its last state, or has none, with the reason. Returns whether
 * anything changed.
 */
export function storeInvoices(
  db: Database,
  { invoices, problems }: InvoiceReading,
  context: Pick<Context, 'newId' | 'now'>,
): boolean {
  let hasChanged = false;
  const storeError = (remoteId: string, error: string) => {
    const known = findByRemoteId(db, 'invoice', remoteId);
    if (known?.error === error) return;
    const item = known ?? ({ kind: 'invoice', local_id: context.newId('inv'), remote_id: remoteId } as const);
    storeRemoteItem(db, { ...item, error });
    hasChanged = true;
  };
  for (const invoice of invoices) {
    const known = findByRemoteId(db, 'invoice', invoice.invoice_id);
    const local_id = known?.local_id ?? context.newId('inv');
    const error = problems.errors.get(invoice.invoice_id) ?? null;
    const fetched_at = context.now();
    storeRemoteItem(db, { kind: 'invoice', local_id, remote_id: invoice.invoice_id, fetched_at, error });
    const isChanged = storeRemoteInvoice(db, {
      invoice_id: local_id,
      amount_cents: invoice.amount_due_usd,
      status: invoice.status,
      issued_at: invoice.issue_date,
      pdf_url: invoice.pdf_url ?? '',
    });
    hasChanged ||= isChanged || (known?.error ?? null) !== error;
  }
  for (const remoteId of problems.unreadable) storeError(remoteId, problems.errors.get(remoteId) ?? '');
  const listed = new Set([...invoices.map(({ invoice_id }) => invoice_id), ...problems.unreadable]);
  for (const { remote_id, local_id } of problems.isEachKnown ? listRemoteItems(db, 'invoice') : []) {
    if (listed.has(remote_id)) continue;
    if (findRemoteInvoice(db, local_id)) storeError(remote_id, 'The remote no longer lists this invoice.');
    else {
      deleteRemoteItem(db, 'invoice', local_id);
      hasChanged = true;
    }
  }
  return hasChanged;
}
