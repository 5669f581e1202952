import { cleanText } from '../clean-text.ts';
import { splitLongText } from '../split-long-text.ts';
import { maxSectionChars, type TextSection } from '../text-section.ts';
import type { BodyPiece } from './body-reader.ts';

const maxHeadingChars = 200;

/** Collects pieces into sections: one per heading, or several if its text is long. */
export type SectionWriter = {
  readonly add: (piece: BodyPiece) => void;
  /** Ends the current section. */
  readonly finish: () => void;
  /** Removes and returns the completed sections. */
  readonly take: () => readonly TextSection[];
};

export function createSectionWriter(): SectionWriter {
  let heading: string | null = null;
  let pieces: BodyPiece[] = [];
  let chars = 0;
  let done: TextSection[] = [];

  const finish = () => {
    const text = cleanText(joinPieces(pieces)).trim();
    for (const part of splitLongText(text, maxSectionChars))
      done.push({ page: null, pageCount: null, heading, text: part });
    pieces = [];
    chars = 0;
  };

  return {
    add(piece) {
      if (piece.kind === 'heading') {
        // A chapter title without text belongs to its first section.
        if (pieces.some(({ kind }) => kind !== 'heading')) finish();
        heading = cleanText(piece.text).replaceAll(/\s+/g, ' ').trim().slice(0, maxHeadingChars);
      } else if (chars > 0 && chars + piece.text.length > maxSectionChars) finish();
      pieces.push(piece);
      chars += piece.text.length;
    },
    finish() {
      if (pieces.length > 0) finish();
      heading = null;
    },
    take() {
      const sections = done;
      done = [];
      return sections;
    },
  };
}

/** Joins table rows as lines and all other pieces as paragraphs. */
function joinPieces(pieces: readonly BodyPiece[]): string {
  let text = '';
  let previous: BodyPiece | undefined;
  for (const piece of pieces) {
    if (previous) text += previous.kind === 'row' && piece.kind === 'row' ? '\n' : '\n\n';
    text += piece.text;
    previous = piece;
  }
  return text;
}
