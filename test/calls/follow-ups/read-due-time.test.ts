import { expect, test } from 'vitest';
import { readDueTime } from '../../../electron/service/features/calls/follow-ups/read-due-time.ts';

/** A Tuesday, in the time zone of the tests. */
const now = new Date(2026, 2, 10, 11, 30).getTime();

const at = (day: number, hour: number, minute = 0) => new Date(2026, 2, day, hour, minute).getTime();

test.each([
  ['Could you call me back tomorrow at 4?', 'tomorrow at 4', at(11, 16), true],
  ['Tomorrow afternoon works best.', 'Tomorrow afternoon', at(11, 14), true],
  ['Try me on Friday.', 'Friday', at(13, 9), false],
  ['Call on Tuesday, not before half past nine.', 'Tuesday, not before half past nine', at(17, 9, 30), true],
  ['Sometime next week is fine.', 'next week', at(16, 9), false],
  ['Ring me in two hours.', 'in two hours', at(10, 13, 30), true],
  ['In a few days, please.', 'In a few days', at(13, 9), false],
  ['After 5 pm I am at home.', 'After 5 pm', at(10, 17), true],
  ['At ten in the morning.', 'At ten in the morning', at(11, 10), true],
  ['The 24th of March at noon.', '24th of March at noon', at(24, 12), true],
  ['This evening at 7:15.', 'This evening at 7:15', at(10, 19, 15), true],
  ['Friday week would suit me.', 'Friday week', at(20, 9), false],
  ['Not tomorrow, on Monday.', 'Not tomorrow, on Monday', at(16, 9), false],
  ['The week after next.', 'The week after next', at(23, 9), false],
] as const)('“%s” is due %s', (sentence, words, dueMs, hasTime) => {
  expect(readDueTime(sentence, now)).toEqual({ words, at: dueMs, hasTime });
});

test.each(['Call me back.', 'I have two questions.', 'It takes about 3 weeks.', 'I am 45 years old.', ''])(
  '“%s” names no time',
  (sentence) => expect(readDueTime(sentence, now)).toBeNull(),
);

test('a time is never before the call, and a date that has passed is in the next year', () => {
  expect(readDueTime('Today at 9 am.', now)?.at).toBe(now);
  expect(readDueTime('On January 5.', now)?.at).toBe(new Date(2027, 0, 5, 9).getTime());
});

test.each([
  ['In a month.', [2026, 0, 31], [2026, 1, 28, 9]],
  ['In two months.', [2026, 11, 31], [2027, 1, 28, 9]],
  ['In a month.', [2026, 0, 15], [2026, 1, 15, 9]],
  ['On the 31st at 5 pm.', [2026, 10, 29], [2026, 11, 31, 17]],
  ['On the 30th.', [2026, 0, 31], [2026, 2, 30, 9]],
  ['On the 10th at 3:30 pm.', [2026, 10, 29], [2026, 11, 10, 15, 30]],
  ['In an hour and a half.', [2026, 2, 10, 11], [2026, 2, 10, 12, 30]],
  ['In two and a half hours.', [2026, 2, 10, 11], [2026, 2, 10, 13, 30]],
] as const)('“%s”, said on %j, is due on %j', (sentence, [year, month, day, hour = 8], [...due]) => {
  const found = readDueTime(sentence, new Date(year, month, day, hour).getTime());
  expect(new Date(found?.at ?? 0)).toEqual(new Date(due[0], due[1], due[2], due[3], due[4] ?? 0));
});

test('hours and minutes pass, although a clock changes', () => {
  const zone = process.env['TZ'];
  process.env['TZ'] = 'Europe/Berlin';
  try {
    for (const [sentence, saidAt, dueAt] of [
      ['In two hours.', '2026-03-29T00:30:00Z', '2026-03-29T02:30:00Z'],
      ['In half an hour.', '2026-10-25T00:45:00Z', '2026-10-25T01:15:00Z'],
      ['Tomorrow at 10 am.', '2026-03-28T12:00:00Z', '2026-03-29T08:00:00Z'],
    ] as const)
      expect(readDueTime(sentence, Date.parse(saidAt))?.at).toBe(Date.parse(dueAt));
  } finally {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  }
});
