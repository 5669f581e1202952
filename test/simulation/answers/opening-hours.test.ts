import { expect, test } from 'vitest';
import { findClosing } from '../../../electron/service/features/simulation/answers/opening-hours.ts';

const monday = '2026-12-07';
const friday = '2026-12-11';
const saturday = '2026-12-12';
const sunday = '2026-12-13';

/** Returns the sentence that excludes a time, from a text that is the only passage. */
async function exclude(text: string, date: string, time: string | null = null): Promise<string | null> {
  const passage = { document_id: 'doc_1', title: 'Information', chunk_id: 'chk_1', text, page: null, score: 1 };
  const found = await findClosing(
    { date, time },
    {
      ask: async () => ({ passages: [{ ...passage, dense: 1, lexical: 1 }], answer: 'likely' }),
      compareSentences: async (_, sentences) => sentences.map(() => 0),
      matchSentences: async () => [],
    },
  );
  return found?.sentence ?? null;
}

test.each([
  ["We're closed on Sundays.", sunday],
  ['He does not work on Saturdays and Sundays.', sunday],
  ['There are no lessons on weekends.', saturday],
  ['Sundays closed.', sunday],
  ['We are open every day except Monday.', monday],
  ['We work from Monday to Friday.', saturday],
  ['Cars are taken in on weekdays between 7:30 AM and 9 AM.', saturday],
  ['Visits are possible on Tuesdays and Thursdays.', monday],
  ['On Mondays we take stock and there are no visits.', monday],
  ['The office is closed from 9 December to 2 January.', friday],
  ['There are no deliveries from December 10 to December 12.', friday],
])('“%s” excludes %s', async (text, date) => {
  expect(await exclude(text, date)).toBe(text);
});

test.each([
  ["We're closed on Sundays.", monday],
  ['We deliver from Monday to Saturday.', saturday],
  ['No appointment is needed on Mondays.', monday],
  ['The evening class takes place every Tuesday.', monday],
  ['The hotline is open from Monday to Friday.', saturday],
  ['The sauna is closed from 9 December to 2 January.', friday],
  ['The office is closed from 12 December to 2 January.', friday],
  ['We are open Monday to Friday. The office is open on Saturdays.', saturday],
  ['The visit costs $30.00.', sunday],
])('“%s” does not exclude %s', async (text, date) => {
  expect(await exclude(text, date)).toBeNull();
});

test('a time outside of the hours of its day is excluded', async () => {
  const text = 'We are open Monday to Thursday from 8 AM to 6 PM, and on Fridays from 8 to noon.';
  expect(await exclude(text, monday, '17:30')).toBeNull();
  expect(await exclude(text, friday, '11:30')).toBeNull();
  expect(await exclude(text, friday, '12:30')).toBe(text);
  expect(await exclude('We are open on Mondays from 8 to 8.', monday, '19:00')).toBeNull();
  expect(await exclude('Repairs are possible from Monday to Thursday at 8, 10 and 1.', monday, '08:00')).toBeNull();
  expect(await exclude(text, monday, '07:30')).toBe(text);
});
