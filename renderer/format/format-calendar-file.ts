export type CalendarEvent = {
  /** Identifies the event: a calendar updates its entry with the same UID instead of adding another one. */
  readonly uid: string;
  /** Number of changes so far. */
  readonly sequence: number;
  /** ISO 8601. */
  readonly updatedAt: string;
  readonly startsAt: string;
  readonly durationMinutes: number;
  readonly summary: string;
  readonly description: string;
};

/** Formats one event as an iCalendar file (RFC 5545), in UTC. */
export function formatCalendarFile(event: CalendarEvent): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Switchboard//Switchboard//EN',
    'CALSCALE:GREGORIAN',
    'BEGIN:VEVENT',
    `UID:${escapeCalendarText(event.uid)}`,
    `DTSTAMP:${formatUtc(event.updatedAt)}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTART:${formatUtc(event.startsAt)}`,
    `DURATION:PT${event.durationMinutes}M`,
    `SUMMARY:${escapeCalendarText(event.summary)}`,
    `DESCRIPTION:${escapeCalendarText(event.description)}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join('');
}

/** `20260301T093000Z`. */
function formatUtc(timestamp: string): string {
  return `${new Date(timestamp).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
}

/** Escapes a text value (RFC 5545, section 3.3.11) and removes control characters. */
function escapeCalendarText(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[\u2028\u2029]/g, '\n')
    .replaceAll(/[^\n\t\P{Cc}]/gu, '')
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll('\n', String.raw`\n`);
}

const maxLineOctets = 75;

/** Folds a line (RFC 5545, section 3.1): at most 75 octets per line, including the leading space, without splitting a character. */
function foldLine(line: string): string {
  let result = '';
  let octets = 0;
  for (const character of line) {
    const size = countOctets(character);
    if (octets + size > maxLineOctets) {
      result += '\r\n ';
      octets = 1;
    }
    result += character;
    octets += size;
  }
  return result;
}

/** Octets of one character in UTF-8. */
function countOctets(character: string): number {
  const point = character.codePointAt(0) ?? 0;
  if (point < 0x80) return 1;
  if (point < 0x800) return 2;
  return point < 0x10000 ? 3 : 4;
}
