/** Resource limits for one document. A document that exceeds one fails. */
export type ParseLimits = {
  /** Characters of text in the document. */
  readonly textChars: number;
  /** CPU time. It does not depend on how busy the computer is, and waiting for sections to be processed uses none. */
  readonly totalCpuMs: number;
  /** CPU time per section. */
  readonly sectionCpuMs: number;
  /** Elapsed time per section. Only a parser that is stuck without using the CPU reaches it first. */
  readonly sectionElapsedMs: number;
  /** JavaScript heap of the parser thread. */
  readonly heapMb: number;
  /** The part of the heap for new objects. */
  readonly youngHeapMb: number;
  /** Growth of the parser process since its start, its libraries included. It also limits memory outside the heap. */
  readonly memoryMb: number;
  /** Additional growth for each byte of the file. */
  readonly memoryPerFileByte: number;
  /** A process that has grown more than this is replaced after a document. */
  readonly keptMemoryMb: number;
  /** Total uncompressed size of the parsed parts of a DOCX. */
  readonly inflatedBytes: number;
  /** Uncompressed to compressed size of a DOCX part that is larger than a few megabytes. */
  readonly inflateRatio: number;
  readonly zipEntries: number;
  /** Nesting depth of XML elements. Documents written by Word stay far below 100. */
  readonly xmlDepth: number;
};

export const defaultParseLimits: ParseLimits = {
  // More than the largest accepted text file (20 MB).
  textChars: 24_000_000,
  totalCpuMs: 300_000,
  sectionCpuMs: 45_000,
  sectionElapsedMs: 600_000,
  heapMb: 256,
  youngHeapMb: 16,
  memoryMb: 160,
  memoryPerFileByte: 8,
  keptMemoryMb: 110,
  inflatedBytes: 96 * 1024 * 1024,
  // Long repetitive tables reach 60; a zip bomb reaches 1,000.
  inflateRatio: 200,
  zipEntries: 10_000,
  xmlDepth: 256,
};
