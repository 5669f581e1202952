import { formatCents, toCents } from '../../shared/text/money.ts';

/** Formats an exact amount: `$1,204.50`. */
export function formatDollars(dollars: number): string {
  return formatCents(toCents(dollars));
}

/** Formats a forecast: `$540`, with cents only below $10. */
export function formatRoundedDollars(dollars: number): string {
  return dollars < 10 ? formatDollars(dollars) : formatDollars(Math.round(dollars)).replace(/\.00$/, '');
}
