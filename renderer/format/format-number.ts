import { locale } from './locale.ts';

const wholeFormatter = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
const compactFormatter = new Intl.NumberFormat(locale, { notation: 'compact' });

/** With the system's separators: `12,480`. */
export function formatNumber(value: number): string {
  return wholeFormatter.format(value);
}

/** Where there is no room for more: `500`, `20K`, `1M`, as the system's language has it. */
export function formatCompactNumber(value: number): string {
  return compactFormatter.format(value);
}

/** `1 chunk`, `1,204 chunks`. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}
