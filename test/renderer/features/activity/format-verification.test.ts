import { expect, it } from 'vitest';
import { formatVerification } from '../../../../renderer/features/activity/format-verification.ts';
import { formatDayTime } from '../../../../renderer/format/format-day.ts';
import type { ActivityGap, IntegrityViolation } from '../../../../shared/organization/activity.ts';

const at = '2026-03-12T12:00:00.000Z';
const noon = formatDayTime(at);
const head = 'a'.repeat(64);

it.each<[IntegrityViolation | null, string]>([
  [null, 'Verified: 12,480 entries, no tampering detected'],
  [
    { kind: 'changed', number: 1204, at },
    'Tampering detected: entry 1,204 of 12 March was changed, or an earlier entry was removed',
  ],
  [{ kind: 'missing', number: 1204, at }, 'Tampering detected: entry 1,204 was removed'],
  [
    { kind: 'truncated', number: 12_478, at: null },
    'Tampering detected: the last 3 entries, from 12,478 on, were removed',
  ],
  [{ kind: 'truncated', number: 12_480, at: null }, 'Tampering detected: the last entry (12,480) was removed'],
  [
    { kind: 'added', number: 12_481, at },
    'Tampering detected: entry 12,481 of 12 March was not written by Switchboard',
  ],
])('describes the violation %j', (violation, text) => {
  expect(formatVerification({ entries: 12_480, head, violation, gaps: [] })).toBe(text);
});

it('reports that there are no entries to verify', () => {
  expect(formatVerification({ entries: 0, head, violation: null, gaps: [] })).toBe('No entries to verify');
});

it.each<[Partial<ActivityGap>, string]>([
  [{}, `Data lost: Entry 1,204 of ${noon} is missing from the database`],
  [
    { entries: 3, after: '2026-03-12T11:00:00.000Z' },
    `Data lost: Entries 1,204 to 1,206, written between ${formatDayTime('2026-03-12T11:00:00.000Z')} and ${noon}, are missing from the database`,
  ],
  [{ entries: 3 }, `Data lost: Entries 1,204 to 1,206, written until ${noon}, are missing from the database`],
  [
    { kind: 'replaced' },
    `Data lost: Entry 1,204 is not the one that Switchboard wrote on ${noon}: the database was replaced`,
  ],
])('describes the gap %j', (gap, text) => {
  const whole: ActivityGap = {
    kind: 'missing',
    number: 1204,
    entries: 1,
    after: null,
    until: at,
    detected_at: at,
    ...gap,
  };
  expect(formatVerification({ entries: 12_480, head, violation: null, gaps: [whole] })).toBe(text);
});
