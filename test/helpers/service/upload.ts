import type { Client } from '../../../shared/contract/client.ts';
import { v1Routes } from '../../../shared/contract/contract.ts';
import type { Document } from '../../../shared/knowledge/knowledge.ts';
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
