import type { DocumentRecord } from '../../../shared/knowledge/knowledge.ts';
import { ActionButton } from '../../ui/buttons/action-button.tsx';
import type { RowAction } from '../../ui/tables/row-action.ts';

type FailedDocumentProps = { readonly document: DocumentRecord; readonly deletion: RowAction };

/** Shows why processing a document failed, with the action to delete it. The panel has the one to retry it. */
export function FailedDocument({ document, deletion }: FailedDocumentProps) {
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
      <div>
        <ActionButton action={deletion} />
      </div>
    </div>
  );
}
