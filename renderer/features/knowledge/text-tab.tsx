import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { appRoutes } from '../../../shared/contract/contract.ts';
import type { DocumentRecord, DocumentSection } from '../../../shared/knowledge/knowledge.ts';
import { formatError } from '../../format/format-error.ts';
import { app } from '../../data/service-clients.ts';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { TextSkeleton } from '../../ui/feedback/skeleton.tsx';
import { VirtualList } from '../../ui/tables/virtual-list.tsx';
import { findTables, splitParts, TextParts, type TextPart } from './document-text.tsx';
import { DocumentNotReady } from './document-not-ready.tsx';
import { NotOnRemote } from './not-on-remote.tsx';
import { PageButton } from './page-button.tsx';
import { DocumentOmissions, SectionOmissions } from './omission-notes.tsx';

type TextTabProps = {
  readonly document: DocumentRecord;
  /** Loads the text until this page is found, and scrolls to it. */
  readonly page: number | undefined;
  /** Null if the document has no pages to show. */
  readonly onOpenPage: ((page: number) => void) | null;
};

/** The extracted text with its pages and headings, and what it leaves out. */
export function TextTab({ document, page, onOpenPage }: TextTabProps) {
  const { document_id, omissions } = document;
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
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  });
  const items = useMemo<readonly TextItem[]>(() => {
    const blocks = sections.data?.pages.flatMap(({ data }) => data.flatMap(toBlocks)) ?? [];
    return omissions.length === 0 ? blocks : [{ key: 'omissions', omissions }, ...blocks];
  }, [sections.data, omissions]);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = sections;
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  const targetIndex = page === undefined ? null : items.findIndex((item) => 'parts' in item && item.page === page);
  useEffect(() => {
    if (targetIndex === -1) loadMore();
  }, [targetIndex, loadMore]);
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
      items={items}
      getItemKey={({ key }) => key}
      estimatedItemHeightPx={420}
      onEnd={loadMore}
      scrollToItemIndex={targetIndex}
      renderItem={(item) =>
        'parts' in item ? (
          <SectionBlockItem block={item} onOpenPage={onOpenPage} />
        ) : (
          <DocumentOmissions omissions={item.omissions} onOpenPage={onOpenPage} />
        )
      }
    />
  );
}

type TextItem = { readonly key: 'omissions'; readonly omissions: DocumentRecord['omissions'] } | SectionBlock;

type SectionBlock = Pick<DocumentSection, 'page' | 'heading' | 'omissions'> & {
  readonly key: string;
  readonly parts: readonly TextPart[];
};

/** A section begins with its page and its heading, which is not repeated in its text. */
function toBlocks({ index, page, heading, text, omissions }: DocumentSection): readonly SectionBlock[] {
  // What is left out of the whole document is in the list at the top.
  if (page === null && heading === null && text === '') return [];
  const body = heading !== null && text.startsWith(`${heading}\n`) ? text.slice(heading.length).trimStart() : text;
  return splitParts(body === '' ? [] : findTables(body)).map((parts, partIndex) => ({
    key: `${index}.${partIndex}`,
    page: partIndex === 0 ? page : null,
    heading: partIndex === 0 ? heading : null,
    // Without a page or heading, the place says no more than the list at the top.
    omissions: partIndex === 0 && (page !== null || heading !== null) ? omissions : [],
    parts,
  }));
}

type SectionBlockItemProps = Pick<TextTabProps, 'onOpenPage'> & { readonly block: SectionBlock };

function SectionBlockItem({ block: { page, heading, omissions, parts }, onOpenPage }: SectionBlockItemProps) {
  return (
    <div className="flex flex-col gap-1 px-4 pt-4 pb-1">
      {page !== null && (
        <h3 className="text-small font-normal! text-muted">
          <PageButton page={page} isTabStop={false} onOpen={onOpenPage && (() => onOpenPage(page))} />
        </h3>
      )}
      {heading !== null && (
        <h3 dir="auto" className="font-medium select-text">
          {heading}
        </h3>
      )}
      <SectionOmissions page={page} omissions={omissions} />
      <TextParts parts={parts} />
    </div>
  );
}
