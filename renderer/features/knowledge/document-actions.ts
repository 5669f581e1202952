import { v1Routes } from '../../../shared/contract/contract.ts';
import { limits } from '../../../shared/contract/limits.ts';
import type { LabelChange, LabelUndo } from '../../../shared/knowledge/document-details.ts';
import type { DocumentVersion } from '../../../shared/knowledge/document-versions.ts';
import type { DocumentRecord, SimilarDocument } from '../../../shared/knowledge/knowledge.ts';
import type { SimilarDecision } from '../../../shared/knowledge/similar-documents.ts';
import { Problem } from '../../../shared/contract/problems.ts';
import { formatError } from '../../format/format-error.ts';
import { formatCount } from '../../format/format-number.ts';
import { showActionToast, showToast, showWarningToast } from '../../ui/feedback/toasts.ts';
import { saveBlob } from '../../data/save-file.ts';
import { v1 } from '../../data/service-clients.ts';
import { getCachedDocuments, refetchDocuments } from './documents-query.ts';
import { removeDeletedDocument } from './remove-deleted-document.ts';
import { showRequestError } from '../../data/show-request-error.ts';

type DocumentRef = { readonly document_id: string; readonly title: string };

/**
 * Deletes a document. `pending` if the remote of a linked workspace has not confirmed it yet. Shows a toast if it fails. A document
 * that no longer exists counts as deleted.
 */
export async function deleteDocument({ document_id, title }: DocumentRef): Promise<'deleted' | 'pending' | 'failed'> {
  try {
    await v1(v1Routes.deleteDocument, { params: { document_id } });
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'document_not_found')) {
      showRequestError(`“${title}” was not deleted`, error);
      return 'failed';
    }
  }
  if (getCachedDocuments().some((record) => record.document_id === document_id && record.remote)) {
    await refetchDocuments();
    if (getCachedDocuments().some((record) => record.document_id === document_id)) return 'pending';
  }
  removeDeletedDocument(document_id);
  return 'deleted';
}

/** Retries a failed document. Resolves when the list of documents is up to date. Shows a toast if it fails. */
export async function retryDocument({ document_id, title }: DocumentRef): Promise<void> {
  try {
    await v1(v1Routes.retryDocument, { params: { document_id } });
  } catch (error) {
    showRequestError(`“${title}” was not retried`, error);
  }
  await refetchDocuments();
}

/** Downloads the original file. Shows a toast if it fails. */
export async function saveOriginal({ document_id, title, file_name }: DocumentRecord): Promise<void> {
  try {
    const response = await v1(v1Routes.getDocumentFile, { params: { document_id } });
    saveBlob(file_name ?? title, await response.blob());
  } catch (error) {
    showRequestError(`“${file_name ?? title}” was not downloaded`, error);
  }
}

/** Renames a document. Resolves to an error message, or to null on success. */
export async function renameDocument({ document_id }: DocumentRef, title: string): Promise<string | null> {
  try {
    await v1(v1Routes.updateDocument, { params: { document_id }, json: { title } });
    await refetchDocuments();
    return null;
  } catch (error) {
    return formatError(error);
  }
}

/** Changes the labels of documents, says how many were changed, and offers to undo it. */
export async function changeLabels(documentIds: readonly string[], change: Partial<LabelChange>): Promise<void> {
  try {
    const { changed, skipped, undo } = await v1(v1Routes.updateDocumentLabels, {
      json: { document_ids: [...documentIds], ...change },
    });
    if (changed === 0) showToast('No documents changed');
    else
      showActionToast(`Changed the labels of ${formatCount(changed, 'document')}`, 'Undo', () => void undoLabels(undo));
    const full = skipped.filter(({ reason }) => reason === 'too_many_labels').length;
    if (full > 0)
      showWarningToast(`${formatCount(full, 'document')} would have more than ${limits.labelsPerDocument} labels.`);
  } catch (error) {
    showRequestError('The labels were not changed', error);
  }
  await refetchDocuments();
}

async function undoLabels(undo: readonly LabelUndo[]): Promise<void> {
  try {
    for (const json of undo) await v1(v1Routes.updateDocumentLabels, { json });
  } catch (error) {
    showRequestError('Not all labels were restored', error);
  }
  await refetchDocuments();
}

/** Processes the file of an earlier version again, or of one that failed. Shows a toast if it is refused. */
export async function restoreVersion({ document_id, title }: DocumentRef, version: number): Promise<void> {
  try {
    await v1(v1Routes.restoreDocumentVersion, { params: { document_id, version: `${version}` } });
  } catch (error) {
    showRequestError(`Version ${version} of “${title}” was not restored`, error);
  }
  await refetchDocuments();
}

/** Deletes a version that is not used. Shows a toast if it fails. */
export async function deleteVersion({ document_id, title }: DocumentRef, version: number): Promise<void> {
  try {
    await v1(v1Routes.deleteDocumentVersion, { params: { document_id, version: `${version}` } });
  } catch (error) {
    showRequestError(`Version ${version} of “${title}” was not deleted`, error);
  }
  await refetchDocuments();
}

/**
 * Makes a document the new version of the older one that it is offered to replace, or keeps both. Resolves to the ID of the document that
 * has its text then; null if it fails, which a toast explains.
 */
export async function decideSimilar(
  { document_id, title }: DocumentRef,
  similar: SimilarDocument,
  decision: SimilarDecision,
): Promise<string | null> {
  try {
    const decided = await v1(v1Routes.decideSimilarDocument, {
      params: { document_id },
      json: { similar_id: similar.document_id, decision },
    });
    if (decision === 'replace') showToast(`“${title}” is now version ${decided.version} of “${similar.title}”`);
    await refetchDocuments();
    return decided.document_id;
  } catch (error) {
    showRequestError(
      decision === 'replace' ? `“${similar.title}” was not replaced` : 'Your decision was not saved',
      error,
    );
    await refetchDocuments();
    return null;
  }
}

/** Downloads the original file of a version. Shows a toast if it fails. */
export async function saveVersion({ document_id, version, file_name, title }: DocumentVersion): Promise<void> {
  try {
    const params = { document_id, version: `${version}` };
    const response = await v1(v1Routes.getDocumentVersionFile, { params });
    saveBlob(file_name ?? title, await response.blob());
  } catch (error) {
    showRequestError(`Version ${version} of “${title}” was not downloaded`, error);
  }
}
