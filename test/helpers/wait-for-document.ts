import type { Client } from '../../shared/client.ts';
import { v1Routes } from '../../shared/contract.ts';
import type { Document } from '../../shared/knowledge.ts';

/** Polls a document until it is no longer processing, and returns it. */
export async function waitForDocument(v1: Client, documentId: string, timeoutMs = 60_000): Promise<Document> {
  const giveUpAt = Date.now() + timeoutMs;
  for (;;) {
    const document = await v1(v1Routes.getDocument, { params: { document_id: documentId } });
    if (document.status !== 'processing') return document;
    if (Date.now() > giveUpAt) throw new Error(`${documentId} is still processing after ${timeoutMs} ms.`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
