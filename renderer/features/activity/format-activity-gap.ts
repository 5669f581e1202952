import type { ActivityGap } from '../../../shared/organization/activity.ts';
import { formatDayTime } from '../../format/format-day.ts';
import { formatNumber } from '../../format/format-number.ts';

/** `Entries 12 to 14, written between Tue, 12 May, 14:00 and Tue, 12 May, 14:05, are missing from the database`. */
export function formatActivityGap({ kind, number, entries, after, until }: ActivityGap): string {
  const first = formatNumber(number);
  if (kind === 'replaced')
    return `Entry ${first} is not the one that Switchboard wrote on ${formatDayTime(until)}: the database was replaced`;
  if (entries === 1) return `Entry ${first} of ${formatDayTime(until)} is missing from the database`;
  const last = formatNumber(number + entries - 1);
  const time = after === null ? `until` : `between ${formatDayTime(after)} and`;
  return `Entries ${first} to ${last}, written ${time} ${formatDayTime(until)}, are missing from the database`;
}
