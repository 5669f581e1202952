import { expect, test } from 'vitest';
import {
  describeDays,
  describeHours,
  excludesDate,
  excludesTime,
  readOfferedDays,
  toOfferedWeek,
} from '../../../electron/service/features/simulation/dialogue/offered-days.ts';

const now = new Date(2026, 10, 30, 10);

function describe(objective: string): string | null {
  const offered = readOfferedDays(objective, now);
  return offered && [describeDays(offered), describeHours(offered)].filter((part) => part !== '').join(', ');
}

test.each([
  ['We deliver Tuesdays, Thursdays and Saturdays only.', 'Tuesdays, Thursdays and Saturdays'],
  ['Agree a delivery day, Tues-Sat, not before 3 Dec.', 'Tuesday to Saturday, from Thursday, December 3'],
  ['Book the test, Tues to Sat between 9.30 and 5.', 'Tuesday to Saturday, between 9:30 AM and 5 PM'],
  ['Which day, morning or afternoon (Mon to Fri, from Dec 7)?', 'Monday to Friday, from Monday, December 7'],
  ['Get a day and a time, weekdays 9 to 6.', 'Monday to Friday, between 9 AM and 6 PM'],
  ['We’re fully booked until the 7th of December. Offer a date.', 'from Tuesday, December 8'],
  ['Collection is 22, 23 or 24 Dec.', 'Tuesday, December 22, Wednesday, December 23 and Thursday, December 24'],
  ['Agree a day between 7 and 18 December.', 'from Monday, December 7, until Friday, December 18'],
  ['The lorry is round their way Mon 7 to Wed 9 Dec.', 'from Monday, December 7, until Wednesday, December 9'],
  ['Book a lesson from 6 to 8 am, Mondays and Tuesdays.', 'Mondays and Tuesdays, between 6 AM and 8 AM'],
])('“%s” offers %s', (objective, expected) => {
  expect(describe(objective)).toBe(expected);
});

test.each([
  'Agree on a day. 2 or 3 decorators will come.',
  'Agree a day and time (it takes 45 to 60 minutes).',
  'Agree a day. Groups of 6 and 8 may come.',
  'Agree a day. Bev phones them, Mon to Fri, if they want a person.',
  'The shop is shut on Mondays. Agree on a day to come.',
  'We don’t deliver on Fridays.',
  'We are on holiday from 21 to 28 December. Agree a day for the visit.',
  'Monday to Friday 8 to 6 and Saturday 9 to 1, agree a day.',
  'Ask whether weekdays or weekends suit them, and agree a day.',
  'Send the form by 4 Dec. Agree on a day in January.',
  '10% off if they book by 5 December.',
  'New prices apply from 1 January. Book a visit.',
  'The contract runs from 15 November 2024. Book a visit.',
  'The festival runs Thursday to Sunday. Agree on a day for the concert.',
  'The play on Thursday 10 December is cancelled. Offer another day.',
])('“%s” limits no day', (objective) => {
  expect(describe(objective)).toBeNull();
});

test('other days and hours are excluded', () => {
  const offered = readOfferedDays('Agree a visit, Tues to Thurs from 8 Dec, between 2 and 5.', now);
  expect(offered).not.toBeNull();
  if (!offered) return;
  expect(['2026-12-08', '2026-12-11', '2026-12-02'].map((date) => excludesDate(offered, date))).toEqual([
    false,
    true,
    true,
  ]);
  expect(excludesTime(offered, { time: '13:00', part: '' })).toBe(true);
  expect(excludesTime(offered, { time: null, part: 'afternoon' })).toBe(false);
  expect(excludesTime(offered, { time: null, part: 'morning' })).toBe(true);
});

test('a day of the week is the first one that is offered, unless it is exact or only just too early', () => {
  const offered = readOfferedDays('Agree a visit, Tues to Thurs from 8 Dec.', now);
  expect(offered).not.toBeNull();
  if (!offered) return;
  expect(toOfferedWeek('2026-12-02', 'the wednesday at 3 then', offered)).toBe('2026-12-09');
  expect(toOfferedWeek('2026-12-02', 'this wednesday', offered)).toBe('2026-12-02');
  expect(toOfferedWeek('2026-12-02', 'on wednesday the 2nd', offered)).toBe('2026-12-02');
  expect(toOfferedWeek('2026-12-04', 'friday', offered)).toBe('2026-12-04');
  const days = { ...offered, weekdays: null, dates: ['2026-12-08', '2026-12-18'], from: null };
  expect(toOfferedWeek('2026-12-04', 'the friday', days)).toBe('2026-12-18');
  const fromWednesday = { ...offered, from: '2026-12-02' };
  expect(toOfferedWeek('2026-12-01', 'tuesday', fromWednesday)).toBe('2026-12-01');
});
