import { locale } from './locale.ts';

const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });

/** With the system's separators: `12,480`. */
export function formatNumber(value: number): string {
  return whole.format(value);
}

/** `1 chunk`, `1,204 chunks`. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}
