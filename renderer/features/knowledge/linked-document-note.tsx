import type { DocumentRecord } from '../../../shared/knowledge/knowledge.ts';
import type { OpenOutboxItem } from '../../../shared/workspaces/sync.ts';
import { PendingChange } from '../outbox/public.ts';
import { RelativeTime } from '../../ui/page/relative-time.tsx';

/** Explains a change of the document that waits for the remote, with its actions, or why the document was not refreshed. */
export function LinkedDocumentNote({ document }: { readonly document: DocumentRecord }) {
  const { pending, remote } = document;
  if (pending)
    return <PendingChange item={pending} explanation={explainPending(document, pending)} className="mx-4 mb-3" />;
  if (!remote?.error) return null;
  return (
    <div
      role="note"
      aria-label="Not refreshed"
      className="mx-4 mb-3 flex flex-col gap-2 rounded-control border border-line bg-chrome p-3"
    >
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
    </div>
  );
}

function explainPending({ title }: DocumentRecord, { kind, state }: OpenOutboxItem): string {
  if (kind === 'delete_document')
    return state === 'rejected'
      ? `The remote refused to delete “${title}”. Agents still use it.`
      : `The deletion is pending. Agents still use “${title}” until the remote confirms it.`;
  switch (state) {
    case 'rejected':
      return 'The remote refused this document. Agents don’t use it.';
    case 'unknown':
      return 'Check whether the remote already has this document. Sending again may upload it twice.';
    case 'held':
      return 'This document is not sent until you decide.';
    case 'in_flight':
      return 'This document is being sent to the remote.';
    case 'queued':
      return 'This document waits to be sent to the remote. Agents don’t use it yet.';
  }
}
