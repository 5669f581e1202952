import { v1Routes } from '../../shared/contract.ts';
import type { DocumentRecord } from '../../shared/knowledge.ts';
import { useMissingPermission } from '../session/use-missing-permission.ts';
import { Button } from '../ui/button.tsx';
import { useBusy } from '../ui/use-busy.ts';
import { retryDocument } from './document-actions.ts';

type FailedDocumentProps = { readonly document: DocumentRecord; readonly onDelete: () => void };

/** Shows why processing a document failed, with actions to retry or delete it. */
export function FailedDocument({ document, onDelete }: FailedDocumentProps) {
  const [isBusy, run] = useBusy();
  const retryDisabledReason = useMissingPermission(v1Routes.retryDocument);
  const deleteDisabledReason = useMissingPermission(v1Routes.deleteDocument);
  return (
    <div
      role="note"
      aria-label="Processing error"
      className="mx-4 mb-3 flex flex-col gap-2.5 rounded-control bg-bad-soft p-3"
    >
      <p className="select-text">{document.error?.detail ?? 'Processing failed.'}</p>
      <p className="text-small text-muted">The original file was kept. Agents don’t use this document.</p>
      <div className="flex gap-2">
        <Button
          disabledReason={retryDisabledReason}
          aria-busy={isBusy}
          onClick={() => void run(() => retryDocument(document))}
        >
          Retry processing
        </Button>
        <Button disabledReason={deleteDisabledReason} onClick={onDelete}>
          Delete document
        </Button>
      </div>
    </div>
  );
}
