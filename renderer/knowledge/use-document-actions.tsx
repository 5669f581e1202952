import { Download, RotateCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { v1Routes } from '../../shared/contract.ts';
import type { DocumentRecord } from '../../shared/knowledge.ts';
import { useMissingPermission } from '../session/use-missing-permission.ts';
import type { RowAction } from '../ui/row-action.ts';
import { DeleteDocumentDialog } from './delete-document-dialog.tsx';
import { retryDocument, saveOriginal } from './document-actions.ts';

export type DocumentActions = {
  readonly saveOriginal: RowAction;
  /** Null if processing has not failed. */
  readonly retry: RowAction | null;
  readonly delete: RowAction;
};

/** Returns the actions of a document, and the dialog that asks before one of them. */
export function useDocumentActions(onDeleted: (documentId: string) => void) {
  const retryDisabledReason = useMissingPermission(v1Routes.retryDocument);
  const deleteDisabledReason = useMissingPermission(v1Routes.deleteDocument);
  const [retryingId, setRetryingId] = useState<string | null>(null);
  const [deleting, setDeleting] = useState<DocumentRecord | null>(null);
  const retry = async (document: DocumentRecord) => {
    if (retryingId !== null) return;
    setRetryingId(document.document_id);
    await retryDocument(document);
    setRetryingId(null);
  };
  const getActions = (document: DocumentRecord): DocumentActions => ({
    saveOriginal: { label: 'Download original', icon: Download, run: () => void saveOriginal(document) },
    retry:
      document.status === 'failed'
        ? {
            label: 'Retry processing',
            icon: RotateCw,
            disabledReason: retryDisabledReason,
            run: () => void retry(document),
          }
        : null,
    delete: {
      label: 'Delete document',
      icon: Trash2,
      disabledReason: deleteDisabledReason,
      run: () => setDeleting(document),
    },
  });
  const dialog = deleting && (
    <DeleteDocumentDialog
      document={deleting}
      onDeleted={() => onDeleted(deleting.document_id)}
      onClose={() => setDeleting(null)}
    />
  );
  return { getActions, dialog, retryingId };
}
