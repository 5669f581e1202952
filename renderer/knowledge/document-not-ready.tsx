import type { DocumentRecord } from '../../shared/knowledge.ts';
import { Illustration } from '../ui/illustration.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { describeDocumentStatus } from './document-status.ts';

type DocumentNotReadyProps = { readonly document: DocumentRecord; readonly content: 'text' | 'chunks' };

/** Stands in for what a document has only once it is active. */
export function DocumentNotReady({ document, content }: DocumentNotReadyProps) {
  if (document.status === 'failed')
    return (
      <EmptyState illustration={<Illustration name="unplugged" />} title={`No ${content}`}>
        The document could not be read.
      </EmptyState>
    );
  const { label, fraction } = describeDocumentStatus(document);
  return (
    <EmptyState illustration={<Illustration name="documents" />} title="The document is being read">
      {label}. Its {content} {content === 'text' ? 'appears' : 'appear'} here when it is done.
      <ProgressBar label={`Reading ${document.title}`} fraction={fraction ?? null} className="mx-auto mt-4 w-40" />
    </EmptyState>
  );
}
