import { describe, expect, it } from 'vitest';
import { findAttention, type AttentionFacts } from '../../electron/service/features/overview/find-attention.ts';

const now = Date.parse('2026-06-15T12:00:00.000Z');
const daysAgo = (days: number) => new Date(now - days * 24 * 60 * 60 * 1000).toISOString();

const calm: AttentionFacts = {
  unreadableSections: [],
  isDatabaseDamaged: false,
  backupFailure: null,
  isActivityTampered: false,
  activityGaps: [],
  failedDocuments: [],
  lostRecordings: [],
  failedCalls: [],
  cycle: null,
  clockNotices: { unconfirmed_cycles: null, future_invoices: null },
  openInvoices: [],
  openRequests: [],
  connectionFailure: null,
  undecidedChanges: [],
  unansweredInvites: [],
};

const find = (facts: Partial<AttentionFacts>) => findAttention({ ...calm, ...facts }, now);

const usage = (minutes_used: number, likely: number | null = null) => ({
  usage: {
    billing_period: { start: daysAgo(14), end: daysAgo(-16) },
    minutes_used,
    minutes_included: 100,
    overage_minutes: Math.max(0, minutes_used - 100),
    estimated_cost_usd: 0,
  },
  forecast:
    likely === null
      ? null
      : {
          minutes: { low: likely, high: likely },
          cost_usd: { low: 0, high: 0 },
          cycle_days: 14,
          previous_cycle_days: 0,
        },
  remote: null,
});

const invoice = (number: string, issuedDaysAgo: number, amount_due_usd = 349.1) => ({
  invoice_id: `inv_${number}`,
  number,
  amount_due_usd,
  issue_date: daysAgo(issuedDaysAgo),
});

type Request = AttentionFacts['openRequests'][number];

const request = (status: Request['status'], ...dates: readonly { saidDaysAgo: number; inDays: number }[]): Request => ({
  request_id: 'abr_1',
  name: 'Outage notices',
  status,
  estimated_uat_date: dates.length === 0 ? null : daysAgo(-(dates.at(-1)?.inDays ?? 0)),
  events: dates.map(({ saidDaysAgo, inDays }) => ({
    at: daysAgo(saidDaysAgo),
    actor_name: null,
    by_remote: false,
    kind: 'uat_date',
    date: daysAgo(-inDays),
  })),
});

describe('findAttention', () => {
  it('returns nothing if everything is up to date', () => {
    const cycle = usage(20, 60);
    expect(find({ cycle, openRequests: [request('pending_review'), request('in_development')] })).toEqual([]);
  });

  it('returns failures first and pending items last', () => {
    const found = find({
      isActivityTampered: true,
      failedDocuments: [{ document_id: 'doc_1', title: 'Fares', error: { code: 'no_text', detail: 'No text.' } }],
      lostRecordings: [{ call_id: 'call_1', recipient_number: '+15550100', cause: 'missing' }],
      failedCalls: [{ call_id: 'call_2', recipient_number: '+15550100', recipient_name: '', reason: null }],
      cycle: usage(100),
      openInvoices: [invoice('INV-0001', 3)],
      openRequests: [request('uat')],
      unansweredInvites: [{ email: 'a@example.org', invitedAt: daysAgo(4) }],
    });
    expect(found.map(({ kind }) => kind)).toEqual([
      'activity_tampered',
      'document_failed',
      'recording_lost',
      'call_failed',
      'usage',
      'invoice_open',
      'request_uat',
      'invite_pending',
    ]);
  });

  it('combines failed documents, which are interrupted only if all of them are', () => {
    const interrupted = {
      document_id: 'doc_2',
      title: 'Rota',
      error: { code: 'interrupted', detail: 'It ended.' },
    } as const;
    const locked = { document_id: 'doc_1', title: 'Fares', error: { code: 'encrypted', detail: 'Locked.' } } as const;
    expect(find({ failedDocuments: [interrupted] })).toMatchObject([{ count: 1, title: 'Rota', is_interrupted: true }]);
    expect(find({ failedDocuments: [interrupted, locked] })).toMatchObject([
      { count: 2, title: 'Rota', detail: 'It ended.', is_interrupted: false },
    ]);
  });

  it('returns only the most severe usage notice, and none for 50%', () => {
    const noticeOf = (used: number, likely: number | null) => find({ cycle: usage(used, likely) });
    expect(noticeOf(50, null)).toEqual([]);
    expect(noticeOf(79, 100)).toEqual([]);
    expect(noticeOf(20, 101)).toEqual([{ kind: 'usage', notice: 'forecast' }]);
    expect(noticeOf(80, null)).toEqual([{ kind: 'usage', notice: 'used_80' }]);
    expect(noticeOf(85, 120)).toEqual([{ kind: 'usage', notice: 'forecast' }]);
    expect(noticeOf(100, 120)).toEqual([{ kind: 'usage', notice: 'used_100' }]);
  });

  it('returns billing periods that need a confirmation, and future-dated invoices', () => {
    const unconfirmed_cycles = { count: 216, start: daysAgo(7_000), end: daysAgo(1) };
    const future_invoices = { count: 1, paid_count: 0, first_number: 'INV-0001', last_number: 'INV-0001' };
    expect(find({ clockNotices: { unconfirmed_cycles, future_invoices } })).toEqual([
      { kind: 'cycles_unconfirmed', count: 216 },
      { kind: 'invoices_in_future', count: 1 },
    ]);
  });

  it('returns the oldest open invoice with the total, overdue after 30 days', () => {
    expect(find({ openInvoices: [invoice('INV-0001', 30)] })).toMatchObject([{ count: 1, is_overdue: false }]);
    expect(find({ openInvoices: [invoice('INV-0002', 1), invoice('INV-0001', 30.1)] })).toMatchObject([
      { count: 2, number: 'INV-0001', amount_due_usd: 349.1, total_usd: 698.2, is_overdue: true },
    ]);
  });

  it('returns build requests that are in UAT, overdue or recently postponed', () => {
    const whyOf = (...wanted: Parameters<typeof request>) =>
      find({ openRequests: [request(...wanted)] }).map((found) => found.kind === 'request_uat' && found.reason);
    expect(whyOf('uat', { saidDaysAgo: 20, inDays: -3 })).toEqual(['in_uat']);
    expect(whyOf('in_development', { saidDaysAgo: 20, inDays: -0.1 })).toEqual(['date_passed']);
    expect(whyOf('in_development', { saidDaysAgo: 20, inDays: 5 })).toEqual([]);
    const first = { saidDaysAgo: 20, inDays: 5 };
    expect(whyOf('in_development', first, { saidDaysAgo: 2, inDays: 11 })).toEqual(['date_postponed']);
    expect(whyOf('in_development', first, { saidDaysAgo: 8, inDays: 11 }), 'long ago').toEqual([]);
    expect(whyOf('in_development', first, { saidDaysAgo: 2, inDays: 3 }), 'earlier is no trouble').toEqual([]);
    expect(whyOf('delivered', { saidDaysAgo: 20, inDays: -3 })).toEqual([]);
  });

  it('returns why nothing is synced, and the oldest change that waits for a decision', () => {
    const undecidedChanges = [
      { kind: 'place_call', label: '+14155550132', reason: 'It was not sent in time.', subject_id: 'call_1' },
      { kind: 'upload_document', label: 'Fares', reason: null, subject_id: 'doc_1' },
    ] as const;
    const change = { kind: 'place_call', label: '+14155550132', reason: 'It was not sent in time.' };
    expect(find({ connectionFailure: 'The API key was refused.', undecidedChanges })).toEqual([
      { kind: 'connection_paused', detail: 'The API key was refused.' },
      { kind: 'changes_undecided', count: 2, change },
    ]);
  });

  it('returns a rejected upload or call once, and the other failures beside it', () => {
    const reason = 'The remote refused it.';
    const facts: Partial<AttentionFacts> = {
      undecidedChanges: [
        { kind: 'upload_document', label: 'Fares', reason, subject_id: 'doc_1' },
        { kind: 'place_call', label: '+14155550132', reason, subject_id: 'call_1' },
      ],
      failedDocuments: [
        { document_id: 'doc_1', title: 'Fares', error: { code: 'remote', detail: reason } },
        { document_id: 'doc_2', title: 'Prices', error: { code: 'encrypted', detail: 'It needs a password.' } },
      ],
      failedCalls: [
        { call_id: 'call_1', recipient_number: '+14155550132', recipient_name: '', reason },
        { call_id: 'call_2', recipient_number: '+14155550133', recipient_name: '', reason: null },
      ],
    };
    expect(find(facts)).toMatchObject([
      { kind: 'changes_undecided', count: 2 },
      { kind: 'document_failed', count: 1, document_id: 'doc_2' },
      { kind: 'call_failed', count: 1, call_id: 'call_2' },
    ]);
    expect(find({ ...facts, undecidedChanges: [] }), 'a role that cannot decide').toMatchObject([
      { kind: 'document_failed', count: 2 },
      { kind: 'call_failed', count: 2 },
    ]);
  });

  it('returns the oldest pending invite', () => {
    const unansweredInvites = [
      { email: 'a@example.org', invitedAt: daysAgo(9) },
      { email: 'b@example.org', invitedAt: daysAgo(4) },
    ];
    expect(find({ unansweredInvites: unansweredInvites })).toEqual([
      { kind: 'invite_pending', count: 2, email: 'a@example.org', invited_at: daysAgo(9) },
    ]);
  });
});
