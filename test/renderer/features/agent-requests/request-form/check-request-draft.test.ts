import { expect, test } from 'vitest';
import { checkRequestDraft } from '../../../../../renderer/features/agent-requests/request-form/check-request-draft.ts';
import { startProcessorTimer } from '../../../../helpers/processes/start-processor-timer.ts';

const findMissing = (objective: string, target_audience = '') =>
  checkRequestDraft({ objective, target_audience })
    .filter(({ isCovered }) => !isCovered)
    .map(({ id }) => id);

const all = ['purpose', 'audience', 'success', 'tone', 'limits', 'hours', 'handover'];

test('an empty draft covers no point, and each point has a label and a hint', () => {
  expect(findMissing('')).toEqual(all);
  for (const { label, hint } of checkRequestDraft({ objective: '', target_audience: '' })) {
    expect(label).toMatch(/^[A-Z]/);
    expect(hint).toMatch(/\.$/);
  }
});

test('a good draft covers every point', () => {
  const objective = `Call customers whose contract ends soon and offer the two plans that suit their household.
    The call went well when a technician visit is booked. Speak warmly and use first names. Never promise a discount.
    Call on weekdays between 9:00 and 18:00, Lisbon time. Hand over to a colleague when somebody wants to cancel.`;
  expect(findMissing(objective, 'Residential customers')).toEqual([]);
});

test.each([
  ['Collect feedback', 'Customers of the shop', ['purpose', 'success', 'tone', 'limits', 'hours', 'handover']],
  ['Ring them until an appointment is booked.', '', all.filter((id) => id !== 'success')],
  ['Be calm.', '', all.filter((id) => id !== 'tone')],
  ["Don't name prices.", '', all.filter((id) => id !== 'limits')],
  ['Do not name prices.', '', all.filter((id) => id !== 'limits')],
  ['Between 9 am and 5 pm.', '', all.filter((id) => id !== 'hours')],
  ['Only on Mondays.', '', all.filter((id) => id !== 'hours')],
  ['Let a human decide.', '', all.filter((id) => id !== 'handover')],
  ['Send an e-mail to all.', 'Everybody', all],
])('%j for %j misses %j', (objective, audience, expected) => {
  expect(findMissing(objective, audience)).toEqual(expected);
});

test('checks a very long draft in under half a second', () => {
  const readMs = startProcessorTimer();
  checkRequestDraft({ objective: 'call back '.repeat(4_000), target_audience: 'a'.repeat(40_000) });
  checkRequestDraft({ objective: 'n'.repeat(40_000), target_audience: ' '.repeat(40_000) });
  expect(readMs()).toBeLessThan(500);
});
