import type { DocumentRecord } from '../../shared/knowledge.ts';
import { ActionButton } from '../ui/action-button.tsx';
import type { DocumentActions } from './use-document-actions.tsx';

type FailedDocumentProps = {
  readonly document: DocumentRecord;
  readonly actions: DocumentActions;
  readonly isRetrying: boolean;
};

/** Shows why processing a document failed, with actions to retry or delete it. */
export function FailedDocument({ document, actions, isRetrying }: FailedDocumentProps) {
  return (
    <div
      role="note"
      aria-label="Processing error"
      className="mx-4 mb-3 flex flex-col gap-2.5 rounded-control bg-bad-soft p-3"
    >
      <p className="select-text">{document.error?.detail ?? 'Processing failed.'}</p>
      <p className="text-small text-muted">
        {document.sha256 !== null && 'The original file was kept. '}Agents don’t use this document.
      </p>
      <div className="flex gap-2">
        {actions.retry && <ActionButton action={actions.retry} aria-busy={isRetrying} />}
        <ActionButton action={actions.delete} />
      </div>
    </div>
  );
}
