import type { DocumentRecord } from '../../../shared/knowledge/knowledge.ts';
import { Illustration } from '../../ui/feedback/illustration.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { describeDocumentStatus } from './document-status.ts';
import { NotOnRemote } from './not-on-remote.tsx';

type DocumentNotReadyProps = { readonly document: DocumentRecord; readonly content: 'text' | 'chunks' };

/** Shown in place of content that only active documents have. */
export function DocumentNotReady({ document, content }: DocumentNotReadyProps) {
  if (document.pending?.kind === 'upload_document')
    return (
      <NotOnRemote
        title={`No ${content}`}
        detail={
          document.pending.state === 'unknown'
            ? 'It is not known whether the remote has this document.'
            : 'The remote does not have this document.'
        }
      />
    );
  if (document.status === 'failed')
    return (
      <EmptyState illustration={<Illustration name="unplugged" />} title={`No ${content}`}>
        The document could not be processed.
      </EmptyState>
    );
  const { label, fraction } = describeDocumentStatus(document);
  if (document.remote)
    return (
      <NotOnRemote
        title={`No ${content}`}
        detail={
          document.remote.status === null
            ? 'The remote has not finished processing this document.'
            : `The remote reports the status “${document.remote.status}”.`
        }
      />
    );
  return (
    <EmptyState
      illustration={<Illustration name="documents" />}
      title={fraction === undefined ? 'Waiting for other documents' : 'Processing document'}
    >
      {label}. The {content} will appear here when processing is complete.
      {fraction !== undefined && (
        <ProgressBar label={`Processing ${document.title}`} fraction={fraction} className="mx-auto mt-4 w-40" />
      )}
    </EmptyState>
  );
}
