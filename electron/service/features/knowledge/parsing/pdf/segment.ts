/** Words on one line, without a gap that may separate columns. */
export type Segment = {
  readonly text: string;
  readonly x0: number;
  readonly x1: number;
  /** The baseline. */
  readonly y: number;
  readonly size: number;
  readonly font: string;
  readonly isBold: boolean;
  readonly isArtifact: boolean;
  /** Whether the PDF has a space after it, as word processors write where they wrap a line. */
  readonly endsWithSpace: boolean;
  /** Its parts, if there are gaps wider than a space between them: they can be cells of a narrow table. */
  readonly pieces: readonly SegmentPiece[];
  /** Whether it begins a column although the gap before it may be narrow: lines near it begin or end at the same place. */
  readonly isColumnStart?: boolean;
  /** Whether the text before it is cut off at the side of a table cell, so that it begins a column without any gap. */
  readonly isAfterCut?: boolean;
};

export type SegmentPiece = {
  readonly text: string;
  readonly x0: number;
  readonly x1: number;
  /** Whether the PDF has no space before it. */
  readonly isUnspaced: boolean;
};
