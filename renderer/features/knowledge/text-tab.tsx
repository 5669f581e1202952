import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { appRoutes } from '../../../shared/contract/contract.ts';
import type { DocumentRecord, DocumentSection } from '../../../shared/knowledge/knowledge.ts';
import { formatNumber } from '../../format/format-number.ts';
import { formatError } from '../../format/format-error.ts';
import { app } from '../../data/service-clients.ts';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { TextSkeleton } from '../../ui/feedback/skeleton.tsx';
import { VirtualList } from '../../ui/tables/virtual-list.tsx';
import { DocumentText } from './document-text.tsx';
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

type SectionBlock = {
  readonly key: string;
  readonly page: number | null;
  readonly heading: string | null;
  readonly text: string;
};

/** A section begins with its page and its heading, which is not repeated in its text. */
function toBlocks({ index, page, heading, text }: DocumentSection): readonly SectionBlock[] {
  const body = heading !== null && text.startsWith(`${heading}\n`) ? text.slice(heading.length).trimStart() : text;
  return splitText(body).map((part, partIndex) => ({
    key: `${index}.${partIndex}`,
    page: partIndex === 0 ? page : null,
    heading: partIndex === 0 ? heading : null,
    text: part,
  }));
}

function SectionBlockItem({ block: { page, heading, text } }: { readonly block: SectionBlock }) {
  return (
    <div className="flex flex-col gap-1 px-4 pt-4 pb-1">
      {page !== null && <h3 className="text-small font-normal! text-muted">Page {formatNumber(page)}</h3>}
      {heading !== null && <h3 className="font-medium select-text">{heading}</h3>}
      <DocumentText text={text} />
    </div>
  );
}
