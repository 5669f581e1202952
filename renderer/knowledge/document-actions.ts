import { v1Routes } from '../../shared/contract.ts';
import { Problem } from '../../shared/problems.ts';
import { tellError } from '../format/tell-error.ts';
import { v1 } from '../service.ts';
import { tellFailure } from '../ui/toasts.tsx';
import { readDocumentsAgain } from './documents-cache.ts';
import { forgetDocument } from './forget-document.ts';

type Named = { readonly document_id: string; readonly title: string };

/** Deletes a document, or tells why not. One that is already gone counts as deleted. */
export async function deleteDocument({ document_id, title }: Named): Promise<boolean> {
  try {
    await v1(v1Routes.deleteDocument, { params: { document_id } });
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'document_not_found')) {
      tellFailure(`“${title}” was not deleted`, tellError(error));
      return false;
    }
  }
  forgetDocument(document_id);
  return true;
}

/** Has a failed document read again; resolves when it no longer shows as failed. */
export async function retryDocument({ document_id, title }: Named): Promise<void> {
  try {
    await v1(v1Routes.retryDocument, { params: { document_id } });
  } catch (error) {
    tellFailure(`“${title}” is not being read again`, tellError(error));
  }
  await readDocumentsAgain();
}
