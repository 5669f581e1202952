import { formatCents, toCents } from '../../shared/money.ts';

/** `$1,204.50`. */
export function formatDollars(dollars: number): string {
  return formatCents(toCents(dollars));
}

/** `$540`: for what is only likely, where cents would pretend to more. */
export function formatRoundedDollars(dollars: number): string {
  return dollars < 10 ? formatDollars(dollars) : formatDollars(Math.round(dollars)).replace(/\.00$/, '');
}
