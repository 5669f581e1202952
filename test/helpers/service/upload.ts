import type { Client } from '../../../shared/contract/client.ts';
import { v1Routes } from '../../../shared/contract/contract.ts';
import type { Document } from '../../../shared/knowledge/knowledge.ts';
import { readUntil, subscribeToEvents } from './subscribe-to-events.ts';
import { waitForDocument } from './wait-for-document.ts';

/** Uploads a document and returns its id. */
export async function upload(v1: Client, title: string, content: BlobPart, name = `${title}.txt`): Promise<string> {
  const accepted = await v1(v1Routes.uploadDocument, { form: { title, file: new File([content], name) } });
  return accepted.document_id;
}

/** Uploads and waits until the document is active or failed. */
export async function uploadAndWait(v1: Client, title: string, content: BlobPart, name?: string): Promise<Document> {
  return waitForDocument(v1, await upload(v1, title, content, name));
}

/** Uploads a file as the next version of a document. */
export function replace(
  v1: Client,
  document_id: string,
  content: BlobPart,
  name: string,
  headers: Readonly<Record<string, string>> = {},
) {
  const form = { file: new File([content], name) };
  return v1(v1Routes.replaceDocument, { params: { document_id }, form, headers });
}

/** Waits until a document has this version. */
export async function waitForVersion(v1: Client, document_id: string, version: number): Promise<void> {
  await readUntil(
    await subscribeToEvents(v1),
    (event) => 'document_id' in event && event.document_id === document_id,
    () => v1(v1Routes.getDocumentDetails, { params: { document_id } }),
    (details) => details.version === version,
  );
}
