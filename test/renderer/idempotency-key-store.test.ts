import { expect, it } from 'vitest';
import { createIdempotencyKeyStore } from '../../renderer/idempotency-key-store.ts';
import { Problem } from '../../shared/problems.ts';

function numberedForm() {
  let made = 0;
  return createIdempotencyKeyStore(() => `key ${(made += 1)}`);
}

it('keeps its key while nobody knows whether the call was placed', () => {
  const form = numberedForm();
  const key = form.getKey({ number: '+1' });
  form.handleFailure(new TypeError('fetch failed'));
  expect(form.getKey({ number: '+1' })).toBe(key);
  form.handleFailure(new Problem('idempotency_in_flight', 'Wait.'));
  expect(form.getKey({ number: '+1' })).toBe(key);
});

it('gets another one when it is filled in otherwise, refused, or done with', () => {
  const form = numberedForm();
  const keys = [form.getKey({ number: '+1' }), form.getKey({ number: '+2' })];
  form.handleFailure(new Problem('recipient_number_invalid', 'No.'));
  keys.push(form.getKey({ number: '+2' }));
  form.reset();
  keys.push(form.getKey({ number: '+2' }));
  expect(new Set(keys).size).toBe(4);
});
