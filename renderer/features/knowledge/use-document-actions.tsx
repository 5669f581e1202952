import { Download, FileUp, Pencil, RotateCw, Tag, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { v1Routes } from '../../../shared/contract/contract.ts';
import { limits } from '../../../shared/contract/limits.ts';
import type { DocumentRecord } from '../../../shared/knowledge/knowledge.ts';
import type { OutboxItem } from '../../../shared/workspaces/sync.ts';
import { useMissingPermission } from '../../data/session/missing-permission.ts';
import type { RowAction } from '../../ui/tables/row-action.ts';
import { formatDay } from '../../format/format-day.ts';
import { formatCount } from '../../format/format-number.ts';
import { useSession } from '../../data/session/session-query.ts';
import { NameDialog } from '../../ui/dialogs/name-dialog.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { showToast } from '../../ui/feedback/toasts.ts';
import { useCaptureLocation } from '../../ui/focus/use-capture-location.ts';
import { useStorage } from '../../data/storage-query.ts';
import { useCapabilities } from '../connection/public.ts';
import { useOutboxActions } from '../outbox/public.ts';
import { deleteDocument, renameDocument, retryDocument, saveOriginal } from './document-actions.ts';
import { explainNoChange, explainNoReplacement } from './explain-remote-documents.ts';
import { LabelsDialog } from './labels-dialog.tsx';
import { pickReplacement } from './pick-replacement.ts';

export type DocumentActions = {
  readonly saveOriginal: RowAction;
  readonly replace: RowAction;
  readonly rename: RowAction;
  readonly editLabels: RowAction;
  /** Null if processing has not failed, or if the remote of a linked workspace processes it. */
  readonly retry: RowAction | null;
  /** The actions for the change that waits for the remote. */
  readonly pending: readonly RowAction[];
  readonly delete: RowAction;
};

/** Returns the actions of a document, and the dialog that asks before one of them. */
export function useDocumentActions(onDeleted: (documentId: string) => void) {
  const retryDisabledReason = useMissingPermission(v1Routes.retryDocument);
  const deleteDisabledReason = useMissingPermission(v1Routes.deleteDocument);
  const outbox = useOutboxActions();
  const capabilities = useCapabilities();
  const [retryingId, setRetryingId] = useState<string | null>(null);
  const changeReason = useMissingPermission(v1Routes.updateDocument);
  const replaceReason = useMissingPermission(v1Routes.replaceDocument);
  const labelReason = useMissingPermission(v1Routes.updateDocumentLabels);
  const [changed, setChanged] = useState<{ readonly document: DocumentRecord; readonly part: 'title' | 'labels' }>();
  const [deleting, setDeleting] = useState<DocumentRecord | null>(null);
  const retry = async (document: DocumentRecord) => {
    if (retryingId !== null) return;
    setRetryingId(document.document_id);
    await retryDocument(document);
    setRetryingId(null);
  };
  const getActions = (document: DocumentRecord): DocumentActions => ({
    saveOriginal: {
      label: 'Download original',
      icon: Download,
      disabledReason: document.sha256 === null ? 'The original file is not on this computer.' : null,
      run: () => void saveOriginal(document),
    },
    replace: {
      label: 'Replace…',
      icon: FileUp,
      disabledReason: replaceReason ?? explainNoReplacement(document, capabilities),
      run: () => pickReplacement(document),
    },
    rename: {
      label: 'Rename…',
      icon: Pencil,
      disabledReason: changeReason ?? explainNoChange([document], capabilities),
      run: () => setChanged({ document, part: 'title' }),
    },
    editLabels: {
      label: 'Edit labels…',
      icon: Tag,
      disabledReason: labelReason ?? explainNoChange([document], capabilities),
      run: () => setChanged({ document, part: 'labels' }),
    },
    retry:
      document.status === 'failed' && !document.remote
        ? {
            label: 'Retry processing',
            icon: RotateCw,
            disabledReason: retryDisabledReason,
            run: () => void retry(document),
          }
        : null,
    pending: document.pending ? outbox.listActions(document.pending).map(nameCancellation(document.pending)) : [],
    delete: {
      label: 'Delete document',
      icon: Trash2,
      disabledReason: deleteDisabledReason ?? explainNoDeletion(document),
      run: () => setDeleting(document),
    },
  });
  const dialog = deleting ? (
    <DeleteDocumentDialog
      document={deleting}
      onDeleted={() => onDeleted(deleting.document_id)}
      onClose={() => setDeleting(null)}
    />
  ) : changed?.part === 'title' ? (
    <NameDialog
      title="Rename document"
      initialName={changed.document.title}
      maxLength={limits.titleLength}
      existingNames={[]}
      onSave={(title) => renameDocument(changed.document, title)}
      onClose={() => setChanged(undefined)}
    />
  ) : changed ? (
    <LabelsDialog documents={[changed.document]} onClose={() => setChanged(undefined)} />
  ) : (
    outbox.dialog
  );
  return { getActions, dialog, retryingId };
}

/** The menu of a document does not show which change “Cancel” is about. */
const nameCancellation =
  ({ kind }: OutboxItem) =>
  (action: RowAction): RowAction =>
    action.label === 'Cancel…' ? { ...action, label: cancelLabels.get(kind) ?? action.label } : action;

const cancelLabels: ReadonlyMap<OutboxItem['kind'], string> = new Map([
  ['upload_document', 'Cancel upload…'],
  ['delete_document', 'Cancel deletion…'],
  ['change_document', 'Cancel change…'],
  ['replace_document', 'Cancel replacement…'],
]);

function explainNoDeletion({ pending }: DocumentRecord): string | null {
  if (pending?.kind === 'delete_document') return 'The deletion is pending.';
  return pending?.state === 'unknown'
    ? 'It is not known whether the remote has this document. Check its upload first.'
    : null;
}

type DeleteDocumentDialogProps = {
  readonly document: DocumentRecord;
  readonly onDeleted: () => void;
  readonly onClose: () => void;
};

function DeleteDocumentDialog({ document, onDeleted, onClose }: DeleteDocumentDialogProps) {
  const captureLocation = useCaptureLocation();
  const { workspace } = useSession();
  const storage = useStorage().data?.workspaces.find(({ workspace_id }) => workspace_id === workspace?.workspace_id);
  const copy = storage?.damaged_copies[0];
  const handleConfirm = async () => {
    const isSameLocation = captureLocation();
    const outcome = await deleteDocument(document);
    if (outcome === 'failed') return;
    if (outcome === 'pending') return showToast(`The deletion of “${document.title}” is pending`);
    showToast(`“${document.title}” was deleted`);
    if (isSameLocation()) onDeleted();
  };
  return (
    <ConfirmDialog title="Delete document" onConfirm={handleConfirm} onClose={onClose}>
      <p>
        This deletes <strong className="font-medium text-ink">{document.title}</strong>
        {document.sha256 !== null && (document.version > 1 ? ' and its original files' : ' and its original file')}. You
        can’t undo this.
      </p>
      <p>{formatDeleteWarning(document)}</p>
      {copy && (
        <p>
          A damaged copy of this workspace can still contain it until {formatDay(copy.deleted_at)}. You can delete the
          copy in Settings.
        </p>
      )}
    </ConfirmDialog>
  );
}

function formatDeleteWarning({ status, chunks_created, remote, pending }: DocumentRecord): string {
  if (remote?.id === null && pending?.state !== 'in_flight') return 'It was not sent to the remote.';
  if (remote)
    return 'The deletion is sent to the remote as soon as it can be reached. Agents still use the document until the remote confirms it.';
  if (status !== 'active') return 'Agents don’t use this document yet.';
  return `Agents will lose ${formatCount(chunks_created, 'passage')}.`;
}
