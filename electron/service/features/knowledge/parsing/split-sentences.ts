import { findSplitIndex } from './split-long-text.ts';

/** A range of a text; `end` is exclusive. */
export type Span = { readonly start: number; readonly end: number };

export type Sentence = Span & {
  /** Whether a paragraph ends with it. */
  readonly isParagraphEnd: boolean;
};

/** Characters passed to the segmenter at a time, because its time grows faster than linearly. */
const maxPieceChars = 4096;
/** A program may have wrapped a line of at least this length. The author ended a shorter one. */
const minWrappedLineChars = 50;

const segmenter = new Intl.Segmenter('und', { granularity: 'sentence' });

/** Yields the sentences of a text in order. Only white space lies between them. */
export function* splitSentences(text: string): Generator<Sentence> {
  const unwrapped = unwrapLines(text);
  for (let start = 0; start < text.length;) {
    const end = findSplitIndex(text, start, maxPieceChars);
    for (const { index, segment } of segmenter.segment(unwrapped.slice(start, end))) {
      const span = trimSpan(text, start + index, start + index + segment.length);
      if (span) yield { ...span, isParagraphEnd: /^\s*(?:\n|$)/.test(unwrapped.slice(span.end, span.end + 8)) };
    }
    start = end;
  }
}

/** Removes white space at both ends of a span. Returns undefined if the span is empty. */
export function trimSpan(text: string, start: number, end: number): Span | undefined {
  const slice = text.slice(start, end);
  const trimmedEnd = start + slice.trimEnd().length;
  return trimmedEnd === start ? undefined : { start: trimmedEnd - slice.trim().length, end: trimmedEnd };
}

/** Replaces line ends that only wrap a line with spaces, because they end no sentence. The length does not change. */
function unwrapLines(text: string): string {
  const lines = text.split('\n');
  return lines.reduce((unwrapped, line, index) => {
    const next = lines[index + 1];
    if (next === undefined) return unwrapped + line;
    const isWrapped =
      line.length >= minWrappedLineChars && !/[\s.!?:;。！？]$/.test(line.slice(-1)) && /^\p{Ll}/u.test(next);
    return unwrapped + line + (isWrapped ? ' ' : '\n');
  }, '');
}
