import { foldSearchText } from '../../format/fold-search-text.ts';
import { locale } from '../../format/locale.ts';

/** The value by which a cell is sorted and filtered. Null for an empty cell. */
export type CellValue = string | number | null;

const collator = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' });

/** Compares two values: null first, numbers by size, texts by the rules of the locale. */
export function compareValues(a: CellValue, b: CellValue): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return collator.compare(String(a), String(b));
}

/** Whether the value contains every word of the query, ignoring case and accents. */
export function isMatch(value: CellValue, query: string): boolean {
  const text = foldSearchText(String(value ?? ''));
  return foldSearchText(query)
    .split(/\s+/)
    .every((word) => text.includes(word));
}
