import { addSpan, joinSpans, type TextSpan } from '../docx/paragraph-text.ts';

/** Marks in a text for the start and the end of raised and lowered text. Sources cannot contain them. */
export const scriptMarks = { super: '\u0001', sub: '\u0002', end: '\u0003' } as const;
const positions: Readonly<Record<string, TextSpan['position']>> = {
  [scriptMarks.super]: 'superscript',
  [scriptMarks.sub]: 'subscript',
  [scriptMarks.end]: 'baseline',
};

/** Returns a source without the characters of these marks. */
export function removeScriptMarks(source: string): string {
  return source.replaceAll(/[\u0001-\u0003]/g, ''); // oxlint-disable-line no-control-regex
}

/** Writes raised and lowered text so that its digits cannot be read as digits of the number before: 10⁴, H₂O, 1/2. */
export function joinScripts(text: string): string {
  if (!/[\u0001-\u0003]/.test(text)) return text; // oxlint-disable-line no-control-regex
  const spans: TextSpan[] = [];
  // oxlint-disable-next-line no-control-regex
  for (const [, mark = scriptMarks.end, part = ''] of text.matchAll(/([\u0001-\u0003])?([^\u0001-\u0003]*)/g))
    if (part !== '') addSpan(spans, part, positions[mark] ?? 'baseline');
  return joinSpans(spans);
}
