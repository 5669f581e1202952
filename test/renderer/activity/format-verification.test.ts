import { expect, it } from 'vitest';
import { formatVerification } from '../../../renderer/activity/format-verification.ts';
import type { IntegrityViolation } from '../../../shared/activity.ts';

const at = '2026-03-12T12:00:00.000Z';
const head = 'a'.repeat(64);

it.each<[IntegrityViolation | null, string]>([
  [null, '12,480 rows, each as it was written.'],
  [{ kind: 'changed', number: 1204, at }, 'Row 1,204 of 12 March was changed, or one before it was taken out.'],
  [{ kind: 'missing', number: 1204, at }, 'Row 1,204 was taken out.'],
  [{ kind: 'truncated', number: 12_480, at: null }, 'Row 12,480, the last one, was taken out.'],
  [{ kind: 'added', number: 12_481, at }, 'Row 12,481 of 12 March was never written by Switchboard.'],
])('%j is told as a sentence', (violation, sentence) => {
  expect(formatVerification({ entries: 12_480, head, violation: violation })).toBe(sentence);
});

it('says so where there is nothing to verify', () => {
  expect(formatVerification({ entries: 0, head, violation: null })).toBe('There are no rows to verify.');
});
