import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { appRoutes } from '../../../shared/contract/contract.ts';
import type { DocumentRecord, DocumentSection } from '../../../shared/knowledge/knowledge.ts';
import { formatError } from '../../format/format-error.ts';
import { app } from '../../data/service-clients.ts';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { TextSkeleton } from '../../ui/feedback/skeleton.tsx';
import { VirtualList } from '../../ui/tables/virtual-list.tsx';
import { DocumentNotReady } from './document-not-ready.tsx';
import { NotOnRemote } from './not-on-remote.tsx';
import { splitText } from './split-text.ts';

/** The extracted text with its pages and headings. */
export function TextTab({ document }: { readonly document: DocumentRecord }) {
  const { document_id } = document;
  const sections = useInfiniteQuery({
    queryKey: ['document', document_id, 'sections'],
    enabled: document.status === 'active' && !document.remote,
    initialPageParam: undefined as string | undefined, // the first page has no cursor
    queryFn: ({ pageParam, signal }) =>
      app(appRoutes.listDocumentSections, {
        params: { document_id },
        query: { ...(pageParam !== undefined && { cursor: pageParam }) },
        signal,
      }),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });
  const blocks = useMemo(
    () => sections.data?.pages.flatMap(({ data }) => data.flatMap(toBlocks)) ?? [],
    [sections.data],
  );
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = sections;
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  if (document.status !== 'active') return <DocumentNotReady document={document} content="text" />;
  if (document.remote)
    return (
      <NotOnRemote
        title="Text is not available"
        detail="The remote keeps the text of its documents. Download the original to read it, if it was uploaded here."
      />
    );
  if (sections.isError)
    return (
      <ErrorState
        title="The text could not be loaded"
        detail={formatError(sections.error)}
        onRetry={() => void sections.refetch()}
      />
    );
  if (!sections.data) return <TextSkeleton label="Loading text" />;
  return (
    <VirtualList
      label="Text"
      items={blocks}
      getItemKey={({ key }) => key}
      estimatedItemHeightPx={420}
      onEnd={loadMore}
      renderItem={(block) => <SectionBlockItem block={block} />}
    />
  );
}

type SectionBlock = { readonly key: string; readonly heading: string | null; readonly text: string };

function toBlocks({ index, page, heading, text }: DocumentSection): readonly SectionBlock[] {
  const label = [page !== null && `Page ${page}`, heading].filter(Boolean).join(' · ');
  return splitText(text).map((part, partIndex) => ({
    key: `${index}.${partIndex}`,
    heading: partIndex === 0 && label !== '' ? label : null,
    text: part,
  }));
}

function SectionBlockItem({ block }: { readonly block: SectionBlock }) {
  return (
    <div className="px-4">
      {block.heading && <h3 className="pt-4 pb-1 text-small font-medium text-muted select-text">{block.heading}</h3>}
      <p className="pb-1 break-words whitespace-pre-wrap select-text first:pt-4">{block.text}</p>
    </div>
  );
}
