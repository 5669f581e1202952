import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { v1Routes } from '../../../shared/contract/contract.ts';
import { limits } from '../../../shared/contract/limits.ts';
import type { DocumentRecord } from '../../../shared/knowledge/knowledge.ts';
import { v1 } from '../../data/service-clients.ts';

/** Reads the chunks of a document, and loads pages of them until `chunkId` is found. Its index is null without one, and -1 until then. */
export function useChunks({ document_id, status }: DocumentRecord, chunkId: string | undefined) {
  const query = useInfiniteQuery({
    queryKey: ['document', document_id, 'chunks'],
    enabled: status === 'active',
    initialPageParam: undefined as string | undefined, // the first page has no cursor
    queryFn: ({ pageParam, signal }) =>
      v1(v1Routes.listChunks, {
        params: { document_id },
        query: { limit: limits.pageSizeMax, ...(pageParam !== undefined && { cursor: pageParam }) },
        signal,
      }),
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  });
  const chunks = useMemo(() => query.data?.pages.flatMap(({ data }) => data) ?? [], [query.data]);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  const targetIndex = chunkId === undefined ? null : chunks.findIndex(({ chunk_id }) => chunk_id === chunkId);
  useEffect(() => {
    if (targetIndex === -1) loadMore();
  }, [targetIndex, loadMore]);
  return { query, chunks, targetIndex, loadMore };
}
