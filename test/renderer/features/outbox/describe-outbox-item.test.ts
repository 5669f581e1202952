import { expect, test } from 'vitest';
import { formatOutboxTitle } from '../../../../renderer/features/outbox/describe-outbox-item.ts';

test('formats the number of a call in the titles of its changes', () => {
  const label = 'Renewals to +14155550132';
  expect(formatOutboxTitle({ kind: 'write_note', label })).toBe('Note on Renewals to +1 415 555 0132');
  expect(formatOutboxTitle({ kind: 'update_reviews', label })).toBe('Review of Renewals to +1 415 555 0132');
  expect(formatOutboxTitle({ kind: 'score_call', label: `“Polite”, ${label}` })).toBe(
    'Score “Polite”, Renewals to +1 415 555 0132',
  );
});
