import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatCalendarFile, type CalendarEvent } from '../../../renderer/format/format-calendar-file.ts';

const event: CalendarEvent = {
  uid: 'abr_1@switchboard',
  sequence: 2,
  updatedAt: '2026-02-01T08:00:30.250Z',
  startsAt: '2026-03-29T00:30:00.000Z',
  durationMinutes: 60,
  summary: 'UAT: Collections',
  description: 'Try the agent.',
};

/** Parses a file like a calendar app: unfolds lines, then removes the escapes. */
function parseFile(file: string): ReadonlyMap<string, string> {
  const lines = file.replaceAll('\r\n ', '').split('\r\n');
  const unescape = (text: string) =>
    text.replaceAll(/\\(.)/g, (_, character: string) => (character === 'n' || character === 'N' ? '\n' : character));
  return new Map(
    lines
      .filter(Boolean)
      .map((line) => [line.slice(0, line.indexOf(':')), unescape(line.slice(line.indexOf(':') + 1))]),
  );
}

test('a file contains one event in UTC, with CRLF line ends', () => {
  expect(formatCalendarFile(event)).toBe(
    [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Switchboard//Switchboard//EN',
      'CALSCALE:GREGORIAN',
      'BEGIN:VEVENT',
      'UID:abr_1@switchboard',
      'DTSTAMP:20260201T080030Z',
      'SEQUENCE:2',
      'DTSTART:20260329T003000Z',
      'DURATION:PT60M',
      'SUMMARY:UAT: Collections',
      'DESCRIPTION:Try the agent.',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ].join('\r\n'),
  );
});

test('the same event results in the same file', () => {
  expect(formatCalendarFile({ ...event })).toBe(formatCalendarFile(event));
});

test('escapes commas, semicolons, backslashes and line breaks, so that a name cannot add a property', () => {
  const summary = 'a,b;c\\d\r\nATTACH:http://x.example\nEND:VEVENT';
  const file = formatCalendarFile({ ...event, summary });
  expect(file).toContain('SUMMARY:a\\,b\\;c\\\\d\\nATTACH:http://x.example\\nEND:VEVENT\r\n');
  expect(parseFile(file).has('ATTACH')).toBe(false);
  expect(parseFile(file).get('SUMMARY')).toBe(summary.replaceAll('\r\n', '\n'));
});

test('any text survives a round trip, in lines of at most 75 octets that split no character', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 300 }).filter((one) => !/[\p{Cc}\u2028\u2029]/u.test(one));
  fc.assert(
    fc.property(text, (description) => {
      const file = formatCalendarFile({ ...event, description });
      for (const line of file.split('\r\n')) {
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
        expect(line.isWellFormed()).toBe(true);
      }
      expect(parseFile(file).get('DESCRIPTION')).toBe(description);
    }),
  );
});

test('removes control characters', () => {
  expect(formatCalendarFile({ ...event, summary: 'a\u0000b\u001bc\u0085d' })).toContain('SUMMARY:abcd\r\n');
});
