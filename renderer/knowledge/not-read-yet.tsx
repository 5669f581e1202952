import type { DocumentRecord } from '../../shared/knowledge.ts';
import { Drawing } from '../ui/drawing.tsx';
import { Empty } from '../ui/empty.tsx';
import { Progress } from '../ui/progress.tsx';
import { describeStatus } from './document-status.ts';

type NotReadYetProps = { readonly document: DocumentRecord; readonly what: 'text' | 'chunks' };

/** Stands in for what a document has only once it is active. */
export function NotReadYet({ document, what }: NotReadYetProps) {
  if (document.status === 'failed')
    return (
      <Empty drawing={<Drawing name="unplugged" />} title={`No ${what}`}>
        The document could not be read.
      </Empty>
    );
  const { word, share } = describeStatus(document);
  return (
    <Empty drawing={<Drawing name="documents" />} title="The document is being read">
      {word}. Its {what} {what === 'text' ? 'appears' : 'appear'} here when it is done.
      <Progress label={`Reading ${document.title}`} share={share ?? null} className="mx-auto mt-4 w-40" />
    </Empty>
  );
}
