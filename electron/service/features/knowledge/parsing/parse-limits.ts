/** What one document may cost before it is given up as hostile or broken. */
export type ParseLimits = {
  /** Characters of text in the whole document. */
  readonly textChars: number;
  /** Working time of the parser; time in which it waits for the receiver of its pages does not count. */
  readonly totalMs: number;
  /** Working time from one page to the next. */
  readonly pageMs: number;
  /** JavaScript heap of the parser's thread. */
  readonly heapMb: number;
  /** Growth of the whole process while the document is parsed: what a thread allocates outside its heap is bounded by nothing else. */
  readonly memoryGrowthMb: number;
  /** Inflated bytes of all parts of a DOCX that are read. */
  readonly inflatedBytes: number;
  /** Inflated to compressed bytes of a part of a DOCX, once it is larger than a few megabytes. */
  readonly inflateRatio: number;
  readonly zipEntries: number;
  /** XML elements inside one another; Word's own documents stay far below 100. */
  readonly xmlDepth: number;
};

export const defaultParseLimits: ParseLimits = {
  // A text file of 20 MB, the most that is taken, with some room.
  textChars: 24_000_000,
  totalMs: 300_000,
  pageMs: 45_000,
  heapMb: 320,
  memoryGrowthMb: 640,
  inflatedBytes: 96 * 1024 * 1024,
  // Office XML of long repetitive tables reaches 60; a bomb is at 1,000.
  inflateRatio: 200,
  zipEntries: 10_000,
  xmlDepth: 256,
};
