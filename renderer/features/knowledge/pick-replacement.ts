import { documentFileExtensions } from '../../../shared/knowledge/document-kinds.ts';
import type { DocumentRecord } from '../../../shared/knowledge/knowledge.ts';
import { uploads } from './uploads.ts';

/** Lets the user choose the file of a new version, and adds it to the upload queue. */
export function pickReplacement({ document_id, title }: DocumentRecord): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = documentFileExtensions.join(',');
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (file) uploads.addReplacement(file, { documentId: document_id, title });
  });
  input.click();
}
