import type { ReactNode } from 'react';
import type { DocumentRecord } from '../../shared/knowledge.ts';
import type { OutboxItem } from '../../shared/sync.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { classNames } from '../ui/class-names.ts';
import { RelativeTime } from '../ui/relative-time.tsx';
import type { RowAction } from '../ui/row-action.ts';

type LinkedDocumentNoteProps = { readonly document: DocumentRecord; readonly actions: readonly RowAction[] };

/** Explains a change of the document that waits for the remote, with its actions, or why the document was not refreshed. */
export function LinkedDocumentNote({ document, actions }: LinkedDocumentNoteProps) {
  const { pending, remote } = document;
  if (pending)
    return (
      <Note label="Change that waits for the remote" isBad={pending.state === 'rejected'}>
        <p className="select-text">{explainPending(document, pending)}</p>
        {pending.reason !== null && <p className="break-words select-text">{pending.reason}</p>}
        {actions.length > 0 && (
          <div className="flex flex-wrap gap-2">
            {actions.map((action) => (
              <ActionButton key={action.label} action={action} size="small" />
            ))}
          </div>
        )}
      </Note>
    );
  if (!remote?.error) return null;
  return (
    <Note label="Not refreshed" isBad={false}>
      <p className="break-words select-text">{remote.error}</p>
      <p className="text-small text-muted">
        This is the last known state
        {remote.fetched_at !== null && (
          <>
            , checked <RelativeTime at={remote.fetched_at} />
          </>
        )}
        .
      </p>
    </Note>
  );
}

type NoteProps = { readonly label: string; readonly isBad: boolean; readonly children: ReactNode };

function Note({ label, isBad, children }: NoteProps) {
  return (
    <div
      role="note"
      aria-label={label}
      className={classNames(
        'mx-4 mb-3 flex flex-col gap-2 rounded-control p-3',
        isBad ? 'bg-bad-soft' : 'border border-line bg-chrome',
      )}
    >
      {children}
    </div>
  );
}

function explainPending({ title }: DocumentRecord, { kind, state }: OutboxItem): string {
  if (kind === 'delete_document')
    return state === 'rejected'
      ? `The remote refused to delete “${title}”. Agents still use it.`
      : `The deletion is pending. Agents still use “${title}” until the remote confirms it.`;
  switch (state) {
    case 'rejected':
      return 'The remote refused this document. Agents don’t use it.';
    case 'unknown':
      return 'It is not known whether the remote has this document.';
    case 'held':
      return 'This document is not sent until you decide.';
    case 'in_flight':
      return 'This document is being sent to the remote.';
    case 'queued':
    case 'done':
    case 'canceled':
      return 'This document waits to be sent to the remote. Agents don’t use it yet.';
  }
}
