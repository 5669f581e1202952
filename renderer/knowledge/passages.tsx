import { useQuery } from '@tanstack/react-query';
import type { DocumentRecord, Passage } from '../../shared/knowledge.ts';
import { formatCount } from '../format/format-number.ts';
import { Button } from '../ui/button.tsx';
import { Drawing } from '../ui/drawing.tsx';
import { Empty } from '../ui/empty.tsx';
import { Failure } from '../ui/failure.tsx';
import { TextSkeleton } from '../ui/text-skeleton.tsx';
import { ask, forgetAsk, type Answer } from './ask-store.ts';
import { documentsQuery } from './documents-cache.ts';
import { PassageQuote } from './passage-quote.tsx';

type PassagesProps = {
  readonly answer: Exclude<Answer, { readonly state: 'idle' }>;
  readonly openChunkId: string | undefined;
  readonly onOpen: (passage: Passage) => void;
};

/** What the voice agents would answer a question from, best first. */
export function Passages({ answer, openChunkId, onOpen }: PassagesProps) {
  const { data: unread = 0 } = useQuery({ ...documentsQuery, select: countUnread });
  return (
    <section aria-label="Passages" className="flex min-h-0 flex-1 flex-col">
      <div className="flex h-9 shrink-0 items-center justify-between border-b border-line px-6">
        <p role="status" className="truncate text-small text-muted">
          {announce(answer, unread)}
        </p>
        <Button look="quiet" size="small" keys="Esc" onClick={forgetAsk}>
          Back to documents
        </Button>
      </div>
      <div className="min-h-0 flex-1 overflow-auto">
        {answer.state === 'loading' && <TextSkeleton label="Searching" />}
        {answer.state === 'failed' && (
          <Failure title="The question was not answered" detail={answer.reason} onRetry={() => void ask()} />
        )}
        {answer.state === 'ready' && answer.passages.length === 0 && (
          <Empty drawing={<Drawing name="search" />} title="No passage answers this">
            {unread > 0
              ? `${formatCount(unread, 'document is', 'documents are')} still being read. Ask again once they are active.`
              : 'A voice agent would have nothing to answer from. Ask in other words, or add a document that covers it.'}
          </Empty>
        )}
        {answer.state === 'ready' && answer.passages.length > 0 && (
          <ol aria-label="Passages">
            {answer.passages.map((passage) => (
              <PassageQuote
                key={passage.chunk_id}
                passage={passage}
                query={answer.query}
                isOpen={passage.chunk_id === openChunkId}
                onOpen={() => onOpen(passage)}
              />
            ))}
          </ol>
        )}
      </div>
    </section>
  );
}

function countUnread(records: readonly DocumentRecord[]): number {
  return records.filter(({ status }) => status === 'processing').length;
}

/** What is still being read is in no passage yet, and may hold the better answer. */
function announce(answer: PassagesProps['answer'], unread: number): string {
  if (answer.state === 'loading') return 'Searching…';
  if (answer.state === 'failed') return '';
  const found = `${formatCount(answer.passages.length, 'passage')} for “${answer.query}”`;
  return unread === 0 ? found : `${found}, ${formatCount(unread, 'document')} still being read`;
}
