import { findSplitIndex } from './split-long-text.ts';

/** A stretch of a text, from `start` up to and without `end`. */
export type Span = { readonly start: number; readonly end: number };

export type Sentence = Span & {
  /** Whether a paragraph ends with it. */
  readonly isParagraphEnd: boolean;
};

/** The segmenter is handed this much at once: its time grows faster than its text. */
const maxPieceChars = 4096;
/** A line of at least this many characters may have been broken by a program that wraps text; a shorter one was meant. */
const minWrappedLineChars = 50;

const segmenter = new Intl.Segmenter('und', { granularity: 'sentence' });

/** The sentences of a text in order; what lies between them is white space. */
export function* splitSentences(text: string): Generator<Sentence> {
  const flowing = unwrapLines(text);
  for (let start = 0; start < text.length;) {
    const end = findSplitIndex(text, start, maxPieceChars);
    for (const { index, segment } of segmenter.segment(flowing.slice(start, end))) {
      const span = trimSpan(text, start + index, start + index + segment.length);
      if (span) yield { ...span, isParagraphEnd: /^\s*(?:\n|$)/.test(flowing.slice(span.end, span.end + 8)) };
    }
    start = end;
  }
}

/** A span without the white space around it; undefined where nothing is left. */
export function trimSpan(text: string, start: number, end: number): Span | undefined {
  const inside = text.slice(start, end);
  const trimmedEnd = start + inside.trimEnd().length;
  return trimmedEnd === start ? undefined : { start: trimmedEnd - inside.trim().length, end: trimmedEnd };
}

/** The same text, character for character, with a space for each line end that only wraps a line: it ends no sentence. */
function unwrapLines(text: string): string {
  const lines = text.split('\n');
  return lines.reduce((flowing, line, index) => {
    const next = lines[index + 1];
    if (next === undefined) return flowing + line;
    const isWrapped =
      line.length >= minWrappedLineChars && !/[\s.!?:;。！？]$/.test(line.slice(-1)) && /^\p{Ll}/u.test(next);
    return flowing + line + (isWrapped ? ' ' : '\n');
  }, '');
}
