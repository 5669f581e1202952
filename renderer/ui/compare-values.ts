import { locale } from '../format/locale.ts';

/** What a cell is sorted and filtered by; null where there is nothing. */
export type CellValue = string | number | null;

const collator = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' });

/** Nothing before something; numbers by size, texts as people order them. */
export function compareValues(one: CellValue, other: CellValue): number {
  if (one === null || other === null) return Number(one !== null) - Number(other !== null);
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return collator.compare(String(one), String(other));
}

/** Whether every word of `wanted` occurs, without regard to case and accents. */
export function isMatch(value: CellValue, wanted: string): boolean {
  const text = foldCase(String(value ?? ''));
  return foldCase(wanted)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function foldCase(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
}
