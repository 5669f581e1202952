import type { Client } from '../../../shared/contract/client.ts';
import { v1Routes } from '../../../shared/contract/contract.ts';
import type { Document } from '../../../shared/knowledge/knowledge.ts';
import { readUntil, subscribeToEvents } from './subscribe-to-events.ts';

/** Waits until a document is no longer processing, and returns it. */
export async function waitForDocument(v1: Client, documentId: string): Promise<Document> {
  return readUntil(
    await subscribeToEvents(v1),
    (event) => event.type === 'document.changed' && event.document_id === documentId,
    () => v1(v1Routes.getDocument, { params: { document_id: documentId } }),
    ({ status }) => status !== 'processing',
  );
}
