import { expect, test } from 'vitest';
import { formatDay } from '../../../renderer/format/format-day.ts';
import { describeAttention } from '../../../renderer/overview/describe-attention.ts';
import type { Attention } from '../../../shared/attention.ts';

const at = '2024-06-15T12:00:00.000Z';
const day = formatDay(at);

const document = {
  kind: 'document_failed',
  count: 1,
  document_id: 'doc_1',
  title: 'Fares',
  detail: 'The document has no text.',
  is_interrupted: false,
} as const;
const call = {
  kind: 'call_failed',
  count: 1,
  call_id: 'call_1',
  recipient_number: '+14155550132',
  reason: 'The voice broke.',
} as const;
const invoice = {
  kind: 'invoice_open',
  count: 1,
  invoice_id: 'inv_1',
  number: 'INV-0001',
  amount_due_usd: 349.1,
  total_usd: 349.1,
  issue_date: at,
  is_overdue: false,
} as const;
const request = {
  kind: 'request_uat',
  request_id: 'abr_1',
  name: 'Notices',
  reason: 'in_uat',
  date: at,
  days_later: 6,
} as const;
const invite = {
  kind: 'invite_pending',
  count: 1,
  email: 'a@example.org',
  invited_at: at,
} as const;

const cases: readonly (readonly [Attention, string, string, string])[] = [
  [
    { kind: 'section_unreadable', view: 'billing' },
    'bad',
    'Unreadable',
    'Something of Billing could not be read, and is missing here.',
  ],
  [{ kind: 'activity_tampered' }, 'bad', 'Broken', 'The end of the activity is not as it was written.'],
  [document, 'bad', 'Failed', '“Fares” could not be read. The document has no text.'],
  [
    { ...document, is_interrupted: true },
    'pending',
    'Interrupted',
    '“Fares” could not be read. The document has no text.',
  ],
  [{ ...document, count: 3 }, 'bad', 'Failed', '3 documents could not be read, “Fares” the latest of them.'],
  [
    { kind: 'recording_lost', call_id: 'call_1', recipient_number: '+14155550132', cause: 'missing' },
    'bad',
    'Missing',
    'The recording of the call to +1 415 555 0132 is no longer in the workspace’s folder.',
  ],
  [
    { kind: 'recording_lost', call_id: 'call_1', recipient_number: '+14155550132', cause: 'damaged' },
    'bad',
    'Damaged',
    'The recording of the call to +1 415 555 0132 is not the one that was made.',
  ],
  [call, 'bad', 'Failed', 'The call to +1 415 555 0132 failed. The voice broke.'],
  [{ ...call, reason: null }, 'bad', 'Failed', 'The call to +1 415 555 0132 failed.'],
  [{ ...call, count: 12 }, 'bad', 'Failed', '12 calls failed in the last 3 days, the latest to +1 415 555 0132.'],
  [{ kind: 'usage', notice: 'used_100' }, 'bad', 'Used up', 'All included minutes of this cycle are used.'],
  [
    { kind: 'usage', notice: 'forecast' },
    'pending',
    'Likely over',
    'This cycle is likely to use more than the included minutes.',
  ],
  [invoice, 'pending', 'Open', `INV-0001 of ${day} is not paid: $349.10.`],
  [
    { ...invoice, count: 2, total_usd: 700, is_overdue: true },
    'bad',
    'Overdue',
    `2 invoices are not paid, INV-0001 since ${day}: $700.00 in all.`,
  ],
  [request, 'pending', 'In UAT', '“Notices” is built and waits to be tried.'],
  [{ ...request, name: ' ' }, 'pending', 'In UAT', '“Agent without a name” is built and waits to be tried.'],
  [{ ...request, reason: 'date_passed' }, 'bad', 'Late', `The UAT of “Notices” was to begin on ${day}.`],
  [
    { ...request, reason: 'date_postponed' },
    'pending',
    'Put off',
    `The UAT of “Notices” is on ${day}, 6 days later than first said.`,
  ],
  [invite, 'waiting', 'Waiting', `a@example.org has not answered the invitation of ${day}.`],
  [
    { ...invite, count: 2 },
    'waiting',
    'Waiting',
    `2 invitations are not answered, that of a@example.org since ${day}.`,
  ],
];

test.each(cases)('%j is told in a sentence', (found, tone, word, sentence) => {
  expect(describeAttention(found)).toMatchObject({ tone, word, sentence });
});

test('each leads to the very thing, or to all of them', () => {
  const placeOf = (found: Attention) => describeAttention(found).link;
  expect(placeOf(document)).toEqual({ to: '/knowledge', search: { document: 'doc_1' } });
  expect(placeOf(call)).toEqual({ to: '/calls/$callId', params: { callId: 'call_1' } });
  expect(placeOf({ ...call, count: 2 })).toEqual({ to: '/calls', search: { status: 'failed', days: 4 } });
  expect(placeOf(invoice)).toEqual({ to: '/billing', search: { invoice: 'inv_1' } });
  expect(placeOf(request)).toEqual({ to: '/agents', search: { request: 'abr_1' } });
  expect(placeOf(invite)).toEqual({ to: '/team' });
});
