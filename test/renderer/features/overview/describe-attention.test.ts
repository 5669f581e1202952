import { expect, test } from 'vitest';
import { formatDay } from '../../../../renderer/format/format-day.ts';
import { describeAttention } from '../../../../renderer/features/overview/describe-attention.ts';
import type { Attention } from '../../../../shared/window/attention.ts';

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
  recipient_name: '',
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

const undecided = {
  kind: 'changes_undecided',
  count: 1,
  change: { kind: 'place_call', label: '+14155550132', reason: 'It was not sent in time.' },
} as const;

const cases: readonly (readonly [Attention, string, string, string])[] = [
  [
    { kind: 'section_unreadable', view: 'billing' },
    'bad',
    'Damaged',
    'Some Billing data could not be loaded and is missing here',
  ],
  [
    { kind: 'activity_tampered' },
    'bad',
    'Tampering',
    'Tampering detected: the latest activity entries were changed or removed',
  ],
  [document, 'bad', 'Failed', '“Fares” could not be processed. The document has no text.'],
  [
    { ...document, is_interrupted: true },
    'pending',
    'Interrupted',
    '“Fares” could not be processed. The document has no text.',
  ],
  [{ ...document, count: 3 }, 'bad', 'Failed', '3 documents could not be processed, most recently “Fares”'],
  [
    { kind: 'recording_lost', call_id: 'call_1', recipient_number: '+14155550132', cause: 'missing' },
    'bad',
    'Missing',
    'The recording of the call to +1 415 555 0132 is missing from the workspace folder',
  ],
  [
    { kind: 'recording_lost', call_id: 'call_1', recipient_number: '+14155550132', cause: 'damaged' },
    'bad',
    'Damaged',
    'The recording of the call to +1 415 555 0132 was changed or damaged',
  ],
  [call, 'bad', 'Failed', 'The call to +1 415 555 0132 failed. The voice broke.'],
  [{ ...call, recipient_name: 'Maren Holt', reason: null }, 'bad', 'Failed', 'The call to Maren Holt failed'],
  [{ ...call, reason: null }, 'bad', 'Failed', 'The call to +1 415 555 0132 failed'],
  [{ ...call, recipient_number: '', reason: null }, 'bad', 'Failed', 'The call to a number that is not known failed'],
  [{ ...call, count: 12 }, 'bad', 'Failed', '12 calls failed in the last 3 days, most recently to +1 415 555 0132'],
  [
    { kind: 'cycles_unconfirmed', count: 216 },
    'pending',
    'Not closed',
    '216 billing periods ended without an invoice. Check the date of this computer',
  ],
  [
    { kind: 'invoices_in_future', count: 1 },
    'pending',
    'Wrong date',
    '1 invoice is dated in the future. Check the date of this computer',
  ],
  [{ kind: 'usage', notice: 'used_100' }, 'bad', '100% used', 'You’ve used all of your included minutes'],
  [{ kind: 'usage', notice: 'forecast' }, 'pending', 'Overage likely', 'Forecast: you’ll exceed your included minutes'],
  [invoice, 'pending', 'Open', `INV-0001 from ${day} is unpaid: $349.10`],
  [
    { ...invoice, count: 2, total_usd: 700, is_overdue: true },
    'bad',
    'Overdue',
    `2 invoices are unpaid, the oldest INV-0001 from ${day}: $700.00 in total`,
  ],
  [request, 'pending', 'In UAT', '“Notices” is ready for acceptance testing'],
  [{ ...request, name: ' ' }, 'pending', 'In UAT', '“Unnamed agent” is ready for acceptance testing'],
  [
    { ...request, reason: 'date_passed' },
    'bad',
    'Overdue',
    `Acceptance testing of “Notices” was due to start on ${day}`,
  ],
  [
    { ...request, reason: 'date_postponed' },
    'pending',
    'Delayed',
    `Acceptance testing of “Notices” starts on ${day}, 6 days behind the original date`,
  ],
  [invite, 'waiting', 'Pending', `a@example.org has not accepted the invitation from ${day}`],
  [{ kind: 'connection_paused', detail: 'The key was refused.' }, 'bad', 'Not synced', 'The key was refused.'],
  [undecided, 'bad', 'Needs you', 'Call +1 415 555 0132. It was not sent in time.'],
  [{ ...undecided, count: 2 }, 'bad', 'Needs you', '2 changes need your decision, the oldest: Call +1 415 555 0132'],
  [{ ...invite, count: 2 }, 'waiting', 'Pending', `2 invitations are pending, the oldest to a@example.org from ${day}`],
];

test.each(cases)('describes %j', (item, tone, label, text) => {
  expect(describeAttention(item)).toMatchObject({ tone, label, text });
});

test('links to the item itself, or to the list if there are several', () => {
  const getLink = (item: Attention) => describeAttention(item).link;
  expect(getLink(document)).toEqual({ to: '/knowledge', search: { document: 'doc_1' } });
  expect(getLink(call)).toEqual({ to: '/calls/$callId', params: { callId: 'call_1' } });
  expect(getLink({ ...call, count: 2 })).toEqual({ to: '/calls', search: { status: 'failed', days: 4 } });
  expect(getLink(invoice)).toEqual({ to: '/billing', search: { invoice: 'inv_1' } });
  expect(getLink({ kind: 'cycles_unconfirmed', count: 1 })).toEqual({ to: '/billing' });
  expect(getLink({ kind: 'invoices_in_future', count: 1 })).toEqual({ to: '/billing' });
  expect(getLink(request)).toEqual({ to: '/agents', search: { request: 'abr_1' } });
  expect(getLink(invite)).toEqual({ to: '/team' });
  expect(getLink(undecided)).toBeNull();
});
