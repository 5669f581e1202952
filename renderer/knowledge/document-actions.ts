import { v1Routes } from '../../shared/contract.ts';
import { Problem } from '../../shared/problems.ts';
import { formatError } from '../format/format-error.ts';
import { v1 } from '../service-clients.ts';
import { showErrorToast } from '../ui/toasts.tsx';
import { refetchDocuments } from './documents-query.ts';
import { removeDeletedDocument } from './remove-deleted-document.ts';

type DocumentRef = { readonly document_id: string; readonly title: string };

/** Deletes a document, or tells why not. One that is already gone counts as deleted. */
export async function deleteDocument({ document_id, title }: DocumentRef): Promise<boolean> {
  try {
    await v1(v1Routes.deleteDocument, { params: { document_id } });
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'document_not_found')) {
      showErrorToast(`“${title}” was not deleted`, formatError(error));
      return false;
    }
  }
  removeDeletedDocument(document_id);
  return true;
}

/** Has a failed document read again; resolves when it no longer shows as failed. */
export async function retryDocument({ document_id, title }: DocumentRef): Promise<void> {
  try {
    await v1(v1Routes.retryDocument, { params: { document_id } });
  } catch (error) {
    showErrorToast(`“${title}” is not being read again`, formatError(error));
  }
  await refetchDocuments();
}
