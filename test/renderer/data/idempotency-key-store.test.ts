import { expect, it } from 'vitest';
import { createIdempotencyKeyStore } from '../../../renderer/data/idempotency-key-store.ts';
import { Problem } from '../../../shared/contract/problems.ts';

function createNumberedStore() {
  let count = 0;
  return createIdempotencyKeyStore(() => `key ${(count += 1)}`);
}

it('keeps the key while the outcome of the request is unknown', () => {
  const store = createNumberedStore();
  const key = store.getKey({ number: '+1' });
  store.handleFailure(new TypeError('fetch failed'));
  expect(store.getKey({ number: '+1' })).toBe(key);
  store.handleFailure(new Problem('idempotency_in_flight', 'Wait.'));
  expect(store.getKey({ number: '+1' })).toBe(key);
});

it('creates a new key after a changed request, a final error or a reset', () => {
  const store = createNumberedStore();
  const keys = [store.getKey({ number: '+1' }), store.getKey({ number: '+2' })];
  store.handleFailure(new Problem('recipient_number_invalid', 'No.'));
  keys.push(store.getKey({ number: '+2' }));
  store.reset();
  keys.push(store.getKey({ number: '+2' }));
  expect(new Set(keys).size).toBe(4);
});

it('keeps the key if only the order of the fields changes', () => {
  const store = createNumberedStore();
  const key = store.getKey({ number: '+1', metadata: { name: 'Ada', lead: 7 } });
  expect(store.getKey({ metadata: { lead: 7, name: 'Ada' }, number: '+1' })).toBe(key);
  expect(store.getKey({ metadata: { lead: 7, name: ['Ada'] }, number: '+1' })).not.toBe(key);
});
