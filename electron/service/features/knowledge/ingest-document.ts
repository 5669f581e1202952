import type { IngestProgress } from '../../../../shared/knowledge.ts';
import type { Database } from '../../platform/db/database.ts';
import { insertChunk, insertSection, type NewChunk, type NewSection } from './chunk-queries.ts';
import type { DocumentRow } from './document-row.ts';
import type { Embedder } from './embedding/embedder.ts';
import { parseDocument } from './parsing/parse-document.ts';

/** Small enough that storing one batch takes the main thread a few milliseconds, and that a query need not wait long. */
const chunksPerBatch = 16;

/** One batch is embedded while the next is being collected and another waits, so that the embedder never idles. */
const maxBatchesInFlight = 3;

type IngestBatch = {
  readonly sections: NewSection[];
  readonly chunks: (Omit<NewChunk, 'vector'> & { readonly tokenIds: readonly number[] })[];
};

export type IngestResult = {
  readonly pages: number | null;
  readonly chunkIds: readonly number[];
  readonly vectors: readonly Float32Array[];
};

/**
 * Reads a document's file into sections, chunks, words and vectors. Rows are stored batch by batch and stay invisible
 * until the document is made active. Throws ParseError, or the signal's reason.
 */
export async function ingestDocument(
  { db, embedder }: { readonly db: Database; readonly embedder: Embedder },
  document: DocumentRow,
  path: string,
  options: { readonly signal: AbortSignal; readonly onProgress: (progress: IngestProgress) => void },
): Promise<IngestResult> {
  const broken = new AbortController();
  const signal = AbortSignal.any([options.signal, broken.signal]);
  const chunkIds: number[] = [];
  const vectors: Float32Array[] = [];
  const running: Promise<void>[] = [];
  let collected: IngestBatch = { sections: [], chunks: [] };
  let sectionCount = 0;
  let chunkCount = 0;
  let seen: { page: number; pages: number | null } = { page: 0, pages: null };

  const store = (batch: IngestBatch, numbers: Float32Array) => {
    signal.throwIfAborted();
    db.bulkTransaction(() => {
      for (const section of batch.sections) insertSection(db, document.id, section);
      for (const [index, chunk] of batch.chunks.entries()) {
        const vector = numbers.subarray(index * embedder.dimensions, (index + 1) * embedder.dimensions);
        chunkIds.push(insertChunk(db, document.id, { ...chunk, vector }, embedder.fingerprint));
      }
    });
    vectors.push(numbers);
    options.onProgress({ ...seen, chunks: chunkIds.length });
  };

  const embedCollected = async () => {
    const batch = collected;
    collected = { sections: [], chunks: [] };
    const tokenIds = batch.chunks.map((chunk) => chunk.tokenIds);
    const run = embedder.embed(tokenIds, { signal }).then((numbers) => store(batch, numbers));
    run.catch((error: unknown) => broken.abort(error)); // stops the parser and what else is being embedded
    running.push(run);
    if (running.length < maxBatchesInFlight) return;
    await running[0];
    running.shift();
  };

  try {
    await parseDocument({
      path,
      kind: document.kind,
      title: document.title,
      signal,
      onPage: async (page, progress) => {
        seen = progress;
        const { page: number, heading } = page;
        collected.sections.push({ position: sectionCount++, page: number, heading, text: page.text });
        for (const { text, tokenIds } of page.chunks) {
          collected.chunks.push({ position: chunkCount++, page: number, heading, text, tokenIds });
          if (collected.chunks.length >= chunksPerBatch) await embedCollected();
        }
        options.onProgress({ ...seen, chunks: chunkIds.length });
      },
    });
    if (collected.sections.length > 0 || collected.chunks.length > 0) await embedCollected();
    await Promise.all(running);
  } finally {
    // Nothing may be stored any more once this has settled.
    await Promise.allSettled(running);
  }
  return { pages: document.kind === 'pdf' ? seen.pages : null, chunkIds, vectors };
}
