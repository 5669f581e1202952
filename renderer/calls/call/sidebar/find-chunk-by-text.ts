import { v1Routes } from '../../../../shared/contract.ts';
import { limits } from '../../../../shared/limits.ts';
import { v1 } from '../../../service-clients.ts';

/** The chunk of a document that a passage was taken from; null where it has been read anew since and has none. */
export async function findChunkByText(documentId: string, passage: string): Promise<string | null> {
  const wanted = collapseWhitespace(passage);
  let cursor: string | null = null;
  do {
    const query: { readonly limit: number; readonly cursor?: string } = {
      limit: limits.pageSizeMax,
      ...(cursor !== null && { cursor }),
    };
    const page = await v1(v1Routes.listChunks, { params: { document_id: documentId }, query });
    const chunk = page.data.find(({ text }) => collapseWhitespace(text).includes(wanted));
    if (chunk) return chunk.chunk_id;
    cursor = page.next_cursor;
  } while (cursor !== null);
  return null;
}

function collapseWhitespace(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
