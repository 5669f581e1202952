import type { IntegrityViolation, VerificationReport } from '../../../shared/organization/activity.ts';
import { formatCount, formatNumber } from '../../format/format-number.ts';
import { formatActivityGap } from './format-activity-gap.ts';
import { locale } from '../../format/locale.ts';

const dayFormat = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long' });

/** `Verified: 80 entries, no tampering detected`. */
export function formatVerification({ entries, violation, gaps }: VerificationReport): string {
  if (violation) return `Tampering detected: ${formatViolation(violation, entries)}`;
  if (gaps.length > 0) return `Data lost: ${gaps.map((gap) => formatActivityGap(gap)).join('. ')}`;
  if (entries === 0) return 'No entries to verify';
  return `Verified: ${formatCount(entries, 'entry', 'entries')}, no tampering detected`;
}

function formatViolation({ kind, number, at }: IntegrityViolation, total: number): string {
  const entry = `entry ${formatNumber(number)}${at === null ? '' : ` of ${dayFormat.format(new Date(at))}`}`;
  switch (kind) {
    case 'changed':
      return `${entry} was changed, or an earlier entry was removed`;
    case 'missing':
      return `entry ${formatNumber(number)} was removed`;
    case 'truncated':
      if (number === total) return `the last entry (${formatNumber(number)}) was removed`;
      return `the last ${formatCount(total - number + 1, 'entry', 'entries')}, from ${formatNumber(number)} on, were removed`;
    case 'added':
      return `${entry} was not written by Switchboard`;
  }
}
