import type { IntegrityViolation, VerificationReport } from '../../shared/activity.ts';
import { formatCount, formatNumber } from '../format/format-number.ts';
import { locale } from '../format/locale.ts';

const dayFormat = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long' });

/** What a verification found, in a sentence. */
export function formatVerification({ entries, violation }: VerificationReport): string {
  if (violation) return formatViolation(violation, entries);
  return entries === 0 ? 'There are no rows to verify.' : `${formatCount(entries, 'row')}, each as it was written.`;
}

function formatViolation({ kind, number, at }: IntegrityViolation, rows: number): string {
  const row = `Row ${formatNumber(number)}${at === null ? '' : ` of ${dayFormat.format(new Date(at))}`}`;
  switch (kind) {
    case 'changed':
      return `${row} was changed, or one before it was taken out.`;
    case 'missing':
      return `Row ${formatNumber(number)} was taken out.`;
    case 'truncated':
      if (number === rows) return `${row}, the last one, was taken out.`;
      return `The last ${formatCount(rows - number + 1, 'row')}, from ${formatNumber(number)} on, were taken out.`;
    case 'added':
      return `${row} was never written by Switchboard.`;
  }
}
