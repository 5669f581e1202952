/**
 * A turn refers to a chunk by its document and its position in the document, not by its id: a document that is processed
 * again has other chunks at the same positions. -1 is a chunk that had already been deleted.
 */
export const citations = {
  slug: 'citations',
  up: `
    UPDATE turn_passage SET chunk = coalesce((SELECT chunk.position FROM chunk WHERE chunk.id = turn_passage.chunk), -1);
    ALTER TABLE turn_passage RENAME COLUMN chunk TO chunk_position;
  `,
} as const;
