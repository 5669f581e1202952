import { locale } from './locale.ts';

const numberFormatter = new Intl.NumberFormat(locale, { maximumFractionDigits: 1, useGrouping: false });

const units = ['bytes', 'KB', 'MB', 'GB'] as const;

/** Formats a size in units of 1024, like the limits of the service: `812 bytes`, `4.2 MB`, `20 MB`. */
export function formatSize(sizeBytes: number): string {
  let [value, power] = [sizeBytes, 0];
  while (Math.round(value) >= 1000 && power < units.length - 1) [value, power] = [value / 1024, power + 1];
  return `${numberFormatter.format(value >= 100 ? Math.round(value) : value)} ${units[power] ?? 'GB'}`;
}
