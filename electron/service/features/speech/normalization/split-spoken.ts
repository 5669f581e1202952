import { recordingLimits } from '../recorder-protocol.ts';

/** A dot of an abbreviation that is spelled, such as `p.m.` or `A.P.I.`, ends a sentence only at the text's end. */
const sentenceEndPattern = /(?<!\b[A-Za-z]\.)(?<=[.?!]['")]*)\s+|\s*\n\s*/;

const clauseEndPattern = /(?<=[,;:])\s+/;

/**
 * The sentences of a text that sayable() gave, each of which holds something to speak. One that is too long is parted
 * where it rests, and else between words.
 */
export function splitUtterances(text: string): readonly string[] {
  return text
    .split(sentenceEndPattern)
    .flatMap((sentence) => packPieces(sentence, clauseEndPattern))
    .flatMap((part) => packPieces(part, /\s+/))
    .filter((part) => /[A-Za-z0-9]/.test(part));
}

/** Joins as many pieces as fit into one part; a piece that is longer by itself stays whole. */
function packPieces(text: string, separator: RegExp): string[] {
  if (text.length <= recordingLimits.sentenceLength) return [text];
  const parts: string[] = [];
  let current = '';
  for (const piece of text.split(separator)) {
    const joined = current ? `${current} ${piece}` : piece;
    if (current && joined.length > recordingLimits.sentenceLength) {
      parts.push(current);
      current = piece;
    } else {
      current = joined;
    }
  }
  return [...parts, current];
}
