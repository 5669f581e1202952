import { expect, test } from 'vitest';
import { createTimeFormat, stepTime } from '../../../renderer/format/typed-time.ts';

test('a time is written with the 12 or 24 hours of the locale', () => {
  const written = ['en-GB', 'en-US', 'de-DE', 'da-DK'].map((language) => createTimeFormat(language).format('14:05'));
  expect(written).toEqual(['14:05', '2:05 PM', '14:05', '14.05']);
});

test.each([
  ['14:05', '14:05'],
  ['14.05', '14:05'],
  ['1405', '14:05'],
  ['905', '09:05'],
  ['9', '09:00'],
  ['0:30', '00:30'],
  ['2 pm', '14:00'],
  ['2:05 p.m.', '14:05'],
  ['12 am', '00:00'],
  ['12:30pm', '12:30'],
  ['9h05', '09:05'],
  ['１４：０５', '14:05'],
  ['２:０５　ｐｍ', '14:05'],
  ['', null],
  ['noon', null],
  ['24:00', null],
  ['12:60', null],
  ['13 pm', null],
  ['0 am', null],
  ['1:2:3', null],
  ['12345', null],
])('reads %j as %j', (text, expected) => {
  expect(createTimeFormat('en-GB').parse(text)).toBe(expected);
  expect(createTimeFormat('en-US').parse(text)).toBe(expected);
});

test('every language parses the text that it formats', () => {
  for (const language of [
    'en-US',
    'ar-EG',
    'bg',
    'el',
    'fi',
    'hi',
    'ja',
    'ko',
    'ms',
    'sq',
    'ta',
    'vi',
    'zh-CN',
    'zh-TW',
  ])
    for (const time of ['00:00', '00:30', '05:15', '11:59', '12:00', '15:45', '19:00', '23:59']) {
      const { format, parse } = createTimeFormat(language);
      expect(parse(format(time)), `${language}: ${format(time)}`).toBe(time);
    }
});

test('steps go to whole quarters and hours, and around midnight', () => {
  const step = (time: string, minutes: number) => stepTime(undefined, time, minutes);
  expect([step('10:00', 15), step('10:07', 15), step('10:07', -15), step('10:00', -15)]).toEqual([
    '10:15',
    '10:15',
    '10:00',
    '09:45',
  ]);
  expect([step('23:50', 15), step('00:05', -15), step('00:00', -15), step('10:20', 60), step('23:10', 60)]).toEqual([
    '00:00',
    '00:00',
    '23:45',
    '11:00',
    '00:00',
  ]);
});
