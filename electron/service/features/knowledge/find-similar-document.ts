import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Database } from '../../platform/db/database.ts';
import { listSections } from './chunk-queries.ts';
import type { DocumentRow } from './document-queries.ts';
import { listCandidates, storeSketch } from './similar-document-queries.ts';
import { compareSketches, TextSketcher, type TextSketch } from './text-sketch.ts';

/**
 * The part of their shingles that two texts must share. In `test/knowledge/similar-texts.test.ts`, changed versions of documents share more,
 * and different documents of the same kind less.
 */
export const minSimilarity = 0.5;

/** Small, so that a step blocks the main thread for only a few milliseconds. */
const documentsPerStep = 50;
const sectionsPerStep = 20;

/**
 * Returns the ID of the active document with nearly the same text; null if there is none. Computes and stores missing sketches, such as
 * the sketches of the demo's documents.
 */
export async function findSimilarDocument(
  db: Database,
  document: DocumentRow,
  sketch: TextSketch,
  signal: AbortSignal,
): Promise<string | null> {
  let best = { similarity: minSimilarity, document_id: null as string | null };
  for (let after = 0; ;) {
    const candidates = listCandidates(db, document, { after, limit: documentsPerStep });
    for (const candidate of candidates) {
      const other = candidate.sketch ? readSketch(candidate.sketch) : await computeSketch(db, candidate.id, signal);
      const similarity = compareSketches(sketch, other);
      if (similarity >= best.similarity) best = { similarity, document_id: candidate.document_id };
    }
    const last = candidates.at(-1);
    if (!last) return best.document_id;
    after = last.id;
    await yieldToEventLoop();
    signal.throwIfAborted();
  }
}

/** Copies the bytes, because the bytes of a row may not begin at a multiple of 4. */
function readSketch(bytes: Uint8Array): TextSketch {
  return new Uint32Array(bytes.slice().buffer, 0, Math.floor(bytes.length / 4));
}

async function computeSketch(db: Database, documentRowId: number, signal: AbortSignal): Promise<TextSketch> {
  const sketcher = new TextSketcher();
  for (let from = 0; ;) {
    const sections = listSections(db, documentRowId, from, sectionsPerStep);
    for (const { text } of sections) await sketcher.add(text);
    const last = sections.at(-1);
    if (!last || sketcher.isFull) break;
    from = last.index + 1;
    await yieldToEventLoop();
    signal.throwIfAborted();
  }
  const sketch = sketcher.finish();
  storeSketch(db, documentRowId, sketch);
  return sketch;
}
