/**
 * A turn names a passage by its document and its place among the document's chunks, not by the chunk's id: a document that
 * is read again has other chunks at the same places. -1 is a chunk that was gone already.
 */
export const citations = {
  slug: 'citations',
  up: `
    UPDATE turn_passage SET chunk = coalesce((SELECT chunk.position FROM chunk WHERE chunk.id = turn_passage.chunk), -1);
    ALTER TABLE turn_passage RENAME COLUMN chunk TO chunk_position;
  `,
} as const;
