import { expect, test } from 'vitest';
import { decideOutcome } from '../../electron/service/features/outbox/decide-outcome.ts';
import { RemoteError } from '../../electron/service/features/remote/remote-client.ts';

const inFlight = new RemoteError('rejected', 'This key is in use.', { wasSent: true, status: 409 });
const noFile = new RemoteError('rejected', 'The file is missing.', { wasSent: false });

const decide = (error: unknown, known: { readonly wasUnclear: boolean; readonly canRepeat: boolean }) =>
  decideOutcome({ kind: 'place_call', isRepeatable: false, error, ...known });

test('a 409 after a lost response queues the item again, because the first request still runs', () => {
  expect(decide(inFlight, { wasUnclear: true, canRepeat: true })).toMatchObject({
    state: 'queued',
    isAttemptUnclear: false,
  });
});

test('a 409 to the first request rejects the item', () => {
  expect(decide(inFlight, { wasUnclear: false, canRepeat: true }).state).toBe('rejected');
});

test('a first request that the remote already handles, because a gateway has sent it twice, is sent again', () => {
  const code = 'idempotency_in_flight';
  const repeated = new RemoteError('rejected', 'Wait for the first request.', { wasSent: true, status: 409, code });
  expect(decide(repeated, { wasUnclear: false, canRepeat: true })).toMatchObject({
    state: 'queued',
    isAttemptUnclear: true,
  });
});

test('an item that cannot be sent unchanged is rejected', () => {
  expect(decide(noFile, { wasUnclear: false, canRepeat: false })).toMatchObject({
    state: 'rejected',
    reason: 'The file is missing.',
  });
});

test('after an unexpected error of a sender, the outcome is unknown unless a repeat is safe', () => {
  const error = new Error('x is not a function');
  expect(decide(error, { wasUnclear: false, canRepeat: false })).toEqual({
    state: 'unknown',
    isAttemptUnclear: true,
    reason: 'Something went wrong on this computer while it was sent. The remote may have placed this call.',
  });
  expect(decide(error, { wasUnclear: false, canRepeat: true }).state).toBe('queued');
});

test('a response that a repeat would get again is not requested again, not even with an Idempotency-Key', () => {
  const taken = new RemoteError('invalid', 'It has the ID of another call.', { wasSent: true, isFinal: true });
  expect(decide(taken, { wasUnclear: false, canRepeat: true })).toMatchObject({
    state: 'unknown',
    reason: 'It has the ID of another call. The remote may have placed this call.',
  });
});

test('a refused change that may arrive twice is rejected, even after a lost response', () => {
  const known = { kind: 'delete_document', isRepeatable: true, wasUnclear: true, canRepeat: true } as const;
  const refused = new RemoteError('rejected', 'Your role may not delete.', { wasSent: true, status: 403 });
  expect(decideOutcome({ ...known, error: refused }).state).toBe('rejected');
});
