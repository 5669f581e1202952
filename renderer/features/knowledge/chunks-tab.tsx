import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { v1Routes } from '../../../shared/contract/contract.ts';
import type { Chunk, DocumentRecord } from '../../../shared/knowledge/knowledge.ts';
import { limits } from '../../../shared/contract/limits.ts';
import { formatNumber } from '../../format/format-number.ts';
import { formatError } from '../../format/format-error.ts';
import { v1 } from '../../data/service-clients.ts';
import { classNames } from '../../ui/page/class-names.ts';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { TextSkeleton } from '../../ui/feedback/skeleton.tsx';
import { VirtualList } from '../../ui/tables/virtual-list.tsx';
import { isNotOnRemote } from './is-not-on-remote.ts';
import { DocumentText } from './document-text.tsx';
import { DocumentNotReady } from './document-not-ready.tsx';
import { NotOnRemote } from './not-on-remote.tsx';

type ChunksTabProps = { readonly document: DocumentRecord; readonly chunkId: string | undefined };

/** The chunks that searches return. Loads pages until `chunkId` is found, and scrolls to it. */
export function ChunksTab({ document, chunkId }: ChunksTabProps) {
  const { document_id } = document;
  const chunks = useInfiniteQuery({
    queryKey: ['document', document_id, 'chunks'],
    enabled: document.status === 'active',
    initialPageParam: undefined as string | undefined, // the first page has no cursor
    queryFn: ({ pageParam, signal }) =>
      v1(v1Routes.listChunks, {
        params: { document_id },
        query: { limit: limits.pageSizeMax, ...(pageParam !== undefined && { cursor: pageParam }) },
        signal,
      }),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });
  const items = useMemo(() => chunks.data?.pages.flatMap(({ data }) => data) ?? [], [chunks.data]);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = chunks;
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  const targetIndex = chunkId === undefined ? null : items.findIndex(({ chunk_id }) => chunk_id === chunkId);
  useEffect(() => {
    if (targetIndex === -1) loadMore();
  }, [targetIndex, loadMore]);
  if (document.status !== 'active') return <DocumentNotReady document={document} content="chunks" />;
  if (isNotOnRemote(chunks.error))
    return <NotOnRemote title="Chunks are not available" detail={chunks.error.message} />;
  if (chunks.isError)
    return (
      <ErrorState
        title="Chunks could not be loaded"
        detail={formatError(chunks.error)}
        onRetry={() => void chunks.refetch()}
      />
    );
  if (!chunks.data || (targetIndex === -1 && hasNextPage)) return <TextSkeleton label="Loading chunks" />;
  return (
    <VirtualList
      label="Chunks"
      items={items}
      getItemKey={({ chunk_id }) => chunk_id}
      estimatedItemHeightPx={220}
      onEnd={loadMore}
      scrollToItemIndex={targetIndex}
      renderItem={(chunk) => <ChunkItem chunk={chunk} isCurrent={chunk.chunk_id === chunkId} />}
    />
  );
}

function ChunkItem({ chunk, isCurrent }: { readonly chunk: Chunk; readonly isCurrent: boolean }) {
  const { index, page, heading, text } = chunk;
  return (
    <article
      aria-current={isCurrent || undefined}
      className={classNames('border-b border-line/60 px-4 py-3', isCurrent && 'bg-accent-soft')}
    >
      <p className="flex gap-3 text-small text-muted">
        <span className={classNames(isCurrent && 'font-medium text-ink')}>{formatNumber(index + 1)}</span>
        {page !== null && <span>Page {formatNumber(page)}</span>}
        {heading !== null && <span className="min-w-0 truncate">{heading}</span>}
      </p>
      <div className="mt-1">
        <DocumentText text={text} />
      </div>
    </article>
  );
}
