import { locale } from './locale.ts';

const wholeFormatter = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
const percentFormatter = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
const compactFormatter = new Intl.NumberFormat(locale, { notation: 'compact' });

/** Formats a whole number with the separators of the locale: `12,480`. */
export function formatNumber(value: number): string {
  return wholeFormatter.format(value);
}

/** Formats a fraction as a whole number of percent: `75%`. */
export function formatPercent(fraction: number): string {
  return percentFormatter.format(fraction);
}

/** Formats a number in compact notation: `500`, `20K`, `1M`. */
export function formatCompactNumber(value: number): string {
  return compactFormatter.format(value);
}

/** Formats a number with its noun: `1 chunk`, `1,204 chunks`. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}
