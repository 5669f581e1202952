import { expect, test } from 'vitest';
import { decideOutcome } from '../../electron/service/features/outbox/decide-outcome.ts';
import { RemoteError } from '../../electron/service/features/remote/remote-client.ts';

const inFlight = new RemoteError('rejected', 'This key is in use.', { wasSent: true, status: 409 });
const noFile = new RemoteError('rejected', 'The file is missing.', { wasSent: false });

const decide = (error: unknown, known: { readonly wasUnclear: boolean; readonly isRepeatSafe: boolean }) =>
  decideOutcome({ kind: 'place_call', isRepeatable: false, error, ...known });

test('409 after a lost answer waits for the first request, which still runs', () => {
  expect(decide(inFlight, { wasUnclear: true, isRepeatSafe: true })).toMatchObject({
    state: 'queued',
    isAttemptUnclear: false,
  });
});

test('409 to the first request is a refusal', () => {
  expect(decide(inFlight, { wasUnclear: false, isRepeatSafe: true }).state).toBe('rejected');
});

test('what cannot be sent as it is leaves the queue', () => {
  expect(decide(noFile, { wasUnclear: false, isRepeatSafe: false })).toMatchObject({
    state: 'rejected',
    reason: 'The file is missing.',
  });
});

test('an unexpected error of a sender may have happened after the request', () => {
  const error = new Error('x is not a function');
  expect(decide(error, { wasUnclear: false, isRepeatSafe: false })).toEqual({
    state: 'unknown',
    isAttemptUnclear: true,
    reason: 'Something went wrong on this computer while it was sent. The remote may have placed this call.',
  });
  expect(decide(error, { wasUnclear: false, isRepeatSafe: true }).state).toBe('queued');
});

test('a refusal of a change that may arrive twice is a refusal, even after a lost answer', () => {
  const known = { kind: 'delete_document', isRepeatable: true, wasUnclear: true, isRepeatSafe: true } as const;
  const refused = new RemoteError('rejected', 'Your role may not delete.', { wasSent: true, status: 403 });
  expect(decideOutcome({ ...known, error: refused }).state).toBe('rejected');
});
