import { useQuery } from '@tanstack/react-query';
import type { Passage } from '../../../shared/knowledge/knowledge.ts';
import { formatCount } from '../../format/format-number.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Illustration } from '../../ui/feedback/illustration.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { TextSkeleton } from '../../ui/feedback/skeleton.tsx';
import {
  clearKnowledgeSearch,
  requestKnowledgeSearchFocus,
  runKnowledgeSearch,
  type KnowledgeSearchResult,
} from './knowledge-search-store.ts';
import { NotOnRemote } from './not-on-remote.tsx';
import { hasPages } from './has-pages.ts';
import { documentsQuery } from './documents-query.ts';
import { PassageQuote } from './passage-quote.tsx';

type PassageListProps = {
  readonly result: Exclude<KnowledgeSearchResult, { readonly state: 'idle' }>;
  readonly openChunkId: string | undefined;
  readonly onOpen: (passage: Passage) => void;
  readonly onOpenPage: (passage: Passage, page: number) => void;
};

type ReadyResult = Extract<KnowledgeSearchResult, { readonly state: 'ready' }>;

/** The passages that agents would answer from, best first. */
export function PassageList({ result, openChunkId, onOpen, onOpenPage }: PassageListProps) {
  const { data: records = [] } = useQuery(documentsQuery);
  const processingCount = records.filter(({ status }) => status === 'processing').length;
  const canShowPages = ({ document_id }: Passage) =>
    records.some((record) => record.document_id === document_id && hasPages(record));
  return (
    <section aria-label="Passages" className="flex min-h-0 flex-1 flex-col">
      <div className="flex h-9 shrink-0 items-center justify-between border-b border-line px-6">
        <p role="status" className="truncate text-small text-muted">
          {formatSearchStatus(result, processingCount)}
        </p>
        <Button
          variant="quiet"
          size="small"
          shortcut="Esc"
          onClick={goBack}
          onKeyDown={({ key }) => {
            if (key === 'Escape') goBack();
          }}
        >
          Back to documents
        </Button>
      </div>
      <div className="min-h-0 flex-1 overflow-auto">
        {result.state === 'loading' && <TextSkeleton label="Searching" />}
        {result.state === 'failed' && !result.canRetry && (
          <NotOnRemote title="Search is not available" detail={result.reason} />
        )}
        {result.state === 'failed' && result.canRetry && (
          <ErrorState title="The search failed" detail={result.reason} onRetry={() => void runKnowledgeSearch()} />
        )}
        {result.state === 'ready' && result.passages.length === 0 && (
          <EmptyState illustration={<Illustration name="search" />} title={`No results for “${result.query}”`}>
            {processingCount > 0
              ? `${formatCount(processingCount, 'document is', 'documents are')} still processing. Search again when they are active.`
              : 'Try other words, or add a document that covers this topic.'}
          </EmptyState>
        )}
        {result.state === 'ready' && result.passages.length > 0 && (
          <>
            <AnswerNote answer={result.answer} isForStaff={result.isForStaff} />
            <ol aria-label={formatListName(result.answer)}>
              {result.passages.map((passage) => (
                <PassageQuote
                  key={passage.chunk_id}
                  passage={passage}
                  query={result.query}
                  isOpen={passage.chunk_id === openChunkId}
                  onOpen={() => onOpen(passage)}
                  onOpenPage={canShowPages(passage) ? (page) => onOpenPage(passage, page) : null}
                />
              ))}
            </ol>
          </>
        )}
      </div>
    </section>
  );
}

/** Returns to the documents, with the focus in the search field. */
function goBack(): void {
  clearKnowledgeSearch();
  requestKnowledgeSearchFocus();
}

/** Shows what an agent would do, unless it would simply answer from the first passage. */
function AnswerNote(result: Pick<ReadyResult, 'answer' | 'isForStaff'>) {
  const note = describeAnswer(result);
  if (!note) return null;
  return (
    <div className="border-b border-line bg-chrome px-6 py-3">
      <p className="font-medium">{note.title}</p>
      <p className="text-muted">{note.detail}</p>
    </div>
  );
}

function describeAnswer({ answer, isForStaff }: Pick<ReadyResult, 'answer' | 'isForStaff'>) {
  if (answer === null || answer === 'likely') return null;
  if (answer === 'possible')
    return {
      title: 'The closest passage may answer this',
      detail: 'An agent would say that it is not sure, and then answer from the first passage.',
    };
  if (isForStaff)
    return {
      title: 'The closest passage is for employees',
      detail:
        'Its document says in the title or at the beginning that it is for employees. Agents do not answer from it.',
    };
  return {
    title: 'Your documents don’t answer this',
    detail: 'An agent would say that it has no answer, and offer a callback. These are the closest passages.',
  };
}

function formatListName(answer: ReadyResult['answer']): string {
  return answer === 'none' || answer === 'possible' ? 'Closest passages' : 'Passages';
}

/** Mentions processing documents, because they may contain better passages. */
function formatSearchStatus(result: PassageListProps['result'], processingCount: number): string {
  if (result.state === 'loading') return 'Searching…';
  if (result.state === 'failed') return '';
  const { answer, passages, query, isWordsOnly } = result;
  const name = answer === 'none' || answer === 'possible' ? 'closest passage' : 'passage';
  const found = `${formatCount(passages.length, name)} for “${query}”${answer === 'none' ? ', no answer' : ''}${isWordsOnly ? ', found by words only' : ''}`;
  return processingCount === 0 ? found : `${found}, ${formatCount(processingCount, 'document')} still processing`;
}
