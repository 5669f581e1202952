import { expect, it } from 'vitest';
import { createFilledForm } from '../../renderer/filled-form.ts';
import { Problem } from '../../shared/problems.ts';

function numberedForm() {
  let made = 0;
  return createFilledForm(() => `key ${(made += 1)}`);
}

it('keeps its key while nobody knows whether the call was placed', () => {
  const form = numberedForm();
  const key = form.keyFor({ number: '+1' });
  form.fail(new TypeError('fetch failed'));
  expect(form.keyFor({ number: '+1' })).toBe(key);
  form.fail(new Problem('idempotency_in_flight', 'Wait.'));
  expect(form.keyFor({ number: '+1' })).toBe(key);
});

it('gets another one when it is filled in otherwise, refused, or done with', () => {
  const form = numberedForm();
  const keys = [form.keyFor({ number: '+1' }), form.keyFor({ number: '+2' })];
  form.fail(new Problem('recipient_number_invalid', 'No.'));
  keys.push(form.keyFor({ number: '+2' }));
  form.forget();
  keys.push(form.keyFor({ number: '+2' }));
  expect(new Set(keys).size).toBe(4);
});
