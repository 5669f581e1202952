import type { Chunk, DocumentRecord } from '../../../shared/knowledge/knowledge.ts';
import { formatNumber } from '../../format/format-number.ts';
import { formatError } from '../../format/format-error.ts';
import { classNames } from '../../ui/page/class-names.ts';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { TextSkeleton } from '../../ui/feedback/skeleton.tsx';
import { VirtualList } from '../../ui/tables/virtual-list.tsx';
import { useChunks } from './chunks-query.ts';
import { isNotOnRemote } from './is-not-on-remote.ts';
import { DocumentText } from './document-text.tsx';
import { DocumentNotReady } from './document-not-ready.tsx';
import { NotOnRemote } from './not-on-remote.tsx';
import { PageButton } from './page-button.tsx';

type ChunksTabProps = {
  readonly document: DocumentRecord;
  readonly chunkId: string | undefined;
  /** Shows the page of a chunk, with the chunk; null if the document has no pages to show. */
  readonly onOpenPage: ((page: number, chunkId: string) => void) | null;
};

/** The chunks that searches return. Scrolls to the chunk `chunkId`. */
export function ChunksTab({ document, chunkId, onOpenPage }: ChunksTabProps) {
  const { query, chunks, targetIndex, loadMore } = useChunks(document, chunkId);
  if (document.status !== 'active') return <DocumentNotReady document={document} content="chunks" />;
  if (isNotOnRemote(query.error)) return <NotOnRemote title="Chunks are not available" detail={query.error.message} />;
  if (query.isError)
    return (
      <ErrorState
        title="Chunks could not be loaded"
        detail={formatError(query.error)}
        onRetry={() => void query.refetch()}
      />
    );
  if (!query.data || (targetIndex === -1 && query.hasNextPage)) return <TextSkeleton label="Loading chunks" />;
  return (
    <VirtualList
      label="Chunks"
      items={chunks}
      getItemKey={({ chunk_id }) => chunk_id}
      estimatedItemHeightPx={220}
      onEnd={loadMore}
      scrollToItemIndex={targetIndex}
      renderItem={(chunk) => <ChunkItem chunk={chunk} isCurrent={chunk.chunk_id === chunkId} onOpenPage={onOpenPage} />}
    />
  );
}

type ChunkItemProps = Pick<ChunksTabProps, 'onOpenPage'> & { readonly chunk: Chunk; readonly isCurrent: boolean };

function ChunkItem({ chunk, isCurrent, onOpenPage }: ChunkItemProps) {
  const { chunk_id, index, page, heading, text } = chunk;
  return (
    <article
      aria-current={isCurrent || undefined}
      className={classNames('border-b border-line/60 px-4 py-3', isCurrent && 'bg-accent-soft')}
    >
      <p className="flex gap-3 text-small text-muted">
        <span className={classNames(isCurrent && 'font-medium text-ink')}>{formatNumber(index + 1)}</span>
        {page !== null && (
          <PageButton page={page} isTabStop={isCurrent} onOpen={onOpenPage && (() => onOpenPage(page, chunk_id))} />
        )}
        {heading !== null && <span className="min-w-0 truncate">{heading}</span>}
      </p>
      <div className="mt-1">
        <DocumentText text={text} />
      </div>
    </article>
  );
}
