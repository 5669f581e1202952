import { locale } from './locale.ts';

const numberFormatter = new Intl.NumberFormat(locale, { maximumFractionDigits: 1, useGrouping: false });

const units = ['bytes', 'KB', 'MB', 'GB'] as const;

/** Formats a size in units of 1024, like the limits of the service: `812 bytes`, `4.2 MB`, `20 MB`. */
export function formatSize(sizeBytes: number): string {
  const power = sizeBytes < 1024 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(sizeBytes) / 10));
  const value = sizeBytes / 1024 ** power;
  return `${numberFormatter.format(value >= 100 ? Math.round(value) : value)} ${units[power] ?? 'GB'}`;
}
