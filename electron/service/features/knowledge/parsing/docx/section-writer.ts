import { cleanText } from '../clean-text.ts';
import { splitLongText } from '../split-long-text.ts';
import { maxBlockChars, type TextBlock } from '../text-block.ts';
import type { BodyPiece } from './body-reader.ts';

const maxHeadingChars = 200;

/** Gathers pieces into blocks: one for the text under a heading, several where that is long. */
export type SectionWriter = {
  readonly add: (piece: BodyPiece) => void;
  /** Ends the open section. */
  readonly finish: () => void;
  /** The blocks that are complete, each given out once. */
  readonly take: () => readonly TextBlock[];
};

export function createSectionWriter(): SectionWriter {
  let heading: string | null = null;
  let pieces: BodyPiece[] = [];
  let chars = 0;
  let done: TextBlock[] = [];

  const finish = () => {
    const text = cleanText(joinPieces(pieces)).trim();
    for (const part of splitLongText(text, maxBlockChars))
      done.push({ page: null, pageCount: null, heading, text: part });
    pieces = [];
    chars = 0;
  };

  return {
    add(piece) {
      if (piece.kind === 'heading') {
        // A chapter's title with nothing under it but the first section's belongs to that section.
        if (pieces.some(({ kind }) => kind !== 'heading')) finish();
        heading = cleanText(piece.text).replaceAll(/\s+/g, ' ').trim().slice(0, maxHeadingChars);
      } else if (chars > 0 && chars + piece.text.length > maxBlockChars) finish();
      pieces.push(piece);
      chars += piece.text.length;
    },
    finish() {
      if (pieces.length > 0) finish();
      heading = null;
    },
    take() {
      const blocks = done;
      done = [];
      return blocks;
    },
  };
}

/** The rows of a table on lines of their own, everything else as paragraphs. */
function joinPieces(pieces: readonly BodyPiece[]): string {
  let text = '';
  let last: BodyPiece | undefined;
  for (const piece of pieces) {
    if (last) text += last.kind === 'row' && piece.kind === 'row' ? '\n' : '\n\n';
    text += piece.text;
    last = piece;
  }
  return text;
}
