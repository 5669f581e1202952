import type { Omission, OmissionKind } from '../../../../../../shared/knowledge/omissions.ts';
import { cleanText, maxSectionChars, splitLongText, trimText, type TextSection } from '../text-section.ts';
import { joinPieces, type BodyPiece } from './body-piece.ts';

const maxHeadingChars = 200;

/** Collects pieces into sections: one per heading, or several if its text is long. */
export type SectionWriter = {
  readonly add: (piece: BodyPiece) => void;
  /** Adds something that the current section leaves out. */
  readonly addOmission: (kind: OmissionKind) => void;
  /** Ends the current section. */
  readonly finish: () => void;
  /** Removes and returns the completed sections. */
  readonly take: () => readonly TextSection[];
};

export function createSectionWriter(): SectionWriter {
  let heading: string | null = null;
  let pieces: BodyPiece[] = [];
  let omissionCounts = new Map<OmissionKind, number>();
  let chars = 0;
  let done: TextSection[] = [];

  const takeOmissions = (): readonly Omission[] => {
    const omissions = [...omissionCounts].map(([kind, count]) => ({ kind, count }));
    omissionCounts = new Map();
    return omissions;
  };

  const finish = () => {
    const text = trimText(cleanText(joinPieces(pieces)));
    for (const part of splitLongText(text, maxSectionChars))
      done.push({ page: null, pageCount: null, heading, text: part, omissions: takeOmissions() });
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
    addOmission(kind) {
      omissionCounts.set(kind, (omissionCounts.get(kind) ?? 0) + 1);
    },
    finish() {
      if (pieces.length > 0) finish();
      heading = null;
      const omissions = takeOmissions();
      if (omissions.length > 0) done.push({ page: null, pageCount: null, heading, text: '', omissions });
    },
    take() {
      const sections = done;
      done = [];
      return sections;
    },
  };
}
