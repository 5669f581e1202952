import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import {
  citedPassagesMax,
  uncitedDocumentsMax,
  type CitedPassage,
  type DocumentInsights,
} from '../../../shared/insights/document-insights.ts';
import { formatCount, formatNumber } from '../../format/format-number.ts';
import { RelativeTime } from '../../ui/page/relative-time.tsx';
import type { InsightPeriod } from './find-period.ts';
import { InsightSection, SectionError, SectionSkeleton, ShowAllButton } from './insight-section.tsx';
import { documentInsightsQuery } from './insights-query.ts';
import { CallMomentLink } from './call-moment-link.tsx';

type DocumentInsightsProps = { readonly period: InsightPeriod; readonly agent: string | undefined };

/** The rows of each list that are shown at first. */
const firstRows = 5;

/** The passages that answers cite most, and the documents that no answer cites. */
export function DocumentInsightsSection(props: DocumentInsightsProps) {
  return (
    <InsightSection
      title="Documents"
      linkedNotice="The remote does not report where in a document the cited passages are."
    >
      <LocalDocuments {...props} />
    </InsightSection>
  );
}

function LocalDocuments({ period, agent }: DocumentInsightsProps) {
  const { data: insights, error, refetch } = useQuery(documentInsightsQuery(period, agent));
  if (error) return <SectionError message="The citations could not be loaded." error={error} onRetry={refetch} />;
  if (!insights) return <SectionSkeleton label="Loading citations" />;
  const { cited_passages, uncited_documents, uncited_document_count } = insights;
  return (
    <>
      <p role="status" className="text-muted">
        {describeCitations(insights)}
      </p>
      {cited_passages.length > 0 && (
        <ShortList
          label="Most cited passages"
          heading={formatCount(cited_passages.length, 'most cited passage')}
          isOrdered
        >
          {cited_passages.map((passage) => (
            <CitedPassageRow key={passage.chunk_id} passage={passage} />
          ))}
        </ShortList>
      )}
      {uncited_documents.length > 0 && (
        <ShortList
          label="Documents without citations"
          heading={formatCount(uncited_document_count, 'document without citations', 'documents without citations')}
        >
          {uncited_documents.map(({ document_id, title, chunks_created, added_at }) => (
            <li
              key={document_id}
              className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-line/60 py-2 text-small text-muted"
            >
              <Link
                to="/knowledge"
                search={{ document: document_id }}
                className="min-w-60 flex-1 rounded-control text-body wrap-anywhere text-ink hover:underline"
              >
                <bdi>{title}</bdi>
              </Link>
              <span>{formatCount(chunks_created, 'passage')}</span>
              <span>
                Added <RelativeTime at={added_at} />
              </span>
            </li>
          ))}
        </ShortList>
      )}
    </>
  );
}

type ShortListProps = {
  readonly label: string;
  /** The label with the number of all rows. */
  readonly heading: string;
  readonly isOrdered?: boolean;
  readonly children: readonly ReactNode[];
};

/** A list whose first rows are shown until the others are asked for. */
function ShortList({ label, heading, isOrdered = false, children }: ShortListProps) {
  const [showsAll, setShowsAll] = useState(false);
  const List = isOrdered ? 'ol' : 'ul';
  return (
    <div className="mt-4">
      <h3 className="pb-1.5 font-medium">{heading}</h3>
      <List aria-label={label} className="border-t border-line/60">
        {showsAll ? children : children.slice(0, firstRows)}
      </List>
      {children.length > firstRows && (
        <div className="mt-2">
          <ShowAllButton label={label} count={children.length} showsAll={showsAll} onChange={setShowsAll} />
        </div>
      )}
    </div>
  );
}

/** `312 citations of 48 passages. 3 of 15 documents without citations.` */
function describeCitations(insights: DocumentInsights): string {
  const { citation_count, cited_passage_count, uncited_document_count, document_count } = insights;
  if (document_count === 0) return 'No documents in this period. The passages that agents cite will appear here.';
  const sentences = [
    citation_count === 0
      ? 'No passage was cited.'
      : `${formatCount(citation_count, 'citation')} of ${formatCount(cited_passage_count, 'passage')}.`,
    uncited_document_count === 0
      ? 'Every document was cited.'
      : `${formatNumber(uncited_document_count)} of ${formatCount(document_count, 'document')} without citations.`,
    cited_passage_count > citedPassagesMax && `The ${citedPassagesMax} most cited passages are listed.`,
    uncited_document_count > uncitedDocumentsMax && `The ${uncitedDocumentsMax} oldest documents are listed.`,
  ];
  return sentences.filter(Boolean).join(' ');
}

/** A passage with the number of answers that cite it, its document, and the latest of these answers. */
function CitedPassageRow({ passage }: { readonly passage: CitedPassage }) {
  const { document_id, chunk_id, title, page, text, count, citations } = passage;
  return (
    <li className="flex gap-x-4 border-b border-line/60 py-2.5">
      <span className="w-8 shrink-0 text-right text-section tabular-nums" title={formatCount(count, 'citation')}>
        {formatNumber(count)}
      </span>
      <div className="min-w-0 flex-1">
        <Link
          to="/knowledge"
          search={{ document: document_id, tab: 'chunks', chunk: chunk_id }}
          className="rounded-control wrap-anywhere hover:underline"
        >
          <bdi>{title}</bdi>
          {page !== null && `, page ${page}`}
        </Link>
        <p dir="auto" className="line-clamp-2 text-muted wrap-anywhere select-text">
          {text}
        </p>
        <p className="flex flex-wrap gap-x-3 text-small text-muted">
          {citations.map((call) => (
            <CallMomentLink
              key={`${call.call_id} ${call.position}`}
              call={call}
              at={call.called_at}
              title={`${call.agent_name} to ${call.recipient_number}`}
            />
          ))}
          {count > citations.length && <span>and {formatNumber(count - citations.length)} earlier</span>}
        </p>
      </div>
    </li>
  );
}
