import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from '@tanstack/react-router';
import { CircleCheck, X } from 'lucide-react';
import {
  comparedQuestionsMax,
  knowledgeGapsMax,
  type KnowledgeGapList,
  type KnowledgeGapResolution,
} from '../../../shared/insights/knowledge-gaps.ts';
import { formatCount, formatNumber } from '../../format/format-number.ts';
import { useItemRemoval } from '../../ui/tables/use-row-removal.ts';
import { useIsLinked } from '../../data/session/session-query.ts';
import { HighlightedText } from '../../ui/page/highlighted-text.tsx';
import { focusOnMount } from '../../ui/focus/focus-on-mount.ts';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import type { InsightPeriod } from './find-period.ts';
import { InsightSection, SectionError, SectionSkeleton, ShowAllButton } from './insight-section.tsx';
import { knowledgeGapsQuery } from './insights-query.ts';
import { KnowledgeGapRow } from './knowledge-gap-row.tsx';

type KnowledgeGapsProps = { readonly period: InsightPeriod; readonly agent: string | undefined };

/** More gaps are shown on request. */
const firstGaps = 5;

/** The questions of recipients that the documents do not answer, and those resolved since the view was opened. */
export function KnowledgeGaps(props: KnowledgeGapsProps) {
  const isLinked = useIsLinked();
  const { data: gaps } = useQuery({ ...knowledgeGapsQuery(props.period, props.agent), enabled: !isLinked });
  return (
    <InsightSection
      title={gaps && gaps.total > 0 ? formatCount(gaps.total, 'knowledge gap') : 'Knowledge gaps'}
      linkedNotice="The remote does not report which questions its agents could not answer."
    >
      <LocalGaps {...props} />
    </InsightSection>
  );
}

function LocalGaps({ period, agent }: KnowledgeGapsProps) {
  const { data: gaps, error, refetch } = useQuery(knowledgeGapsQuery(period, agent));
  const [resolved, setResolved] = useState<readonly KnowledgeGapResolution[]>([]);
  /** The IDs of questions that were still not answered. Kept here, because the rows change with the period and the agent. */
  const [stillOpen, setStillOpen] = useState<ReadonlySet<string>>(new Set());
  const [showsAll, setShowsAll] = useState(false);
  const list = useItemRemoval<HTMLOListElement>();
  if (error) return <SectionError message="The knowledge gaps could not be loaded." error={error} onRetry={refetch} />;
  if (!gaps) return <SectionSkeleton label="Loading knowledge gaps" />;
  const shown = showsAll ? gaps.data : gaps.data.slice(0, firstGaps);
  return (
    <>
      <p role="status" aria-busy={gaps.pending_count > 0} className="text-muted">
        {describeGaps(gaps)}
      </p>
      {resolved.length > 0 && (
        <ul aria-label="Resolved knowledge gaps" className="mt-2 flex flex-col gap-2">
          {resolved.map((resolution) => (
            <ResolvedGap
              key={resolution.question}
              resolution={resolution}
              onDismiss={() => setResolved(resolved.filter((other) => other !== resolution))}
            />
          ))}
        </ul>
      )}
      {shown.length > 0 && (
        <ol ref={list} aria-label="Knowledge gaps" className="mt-2 border-t border-line/60">
          {shown.map((gap) => (
            <KnowledgeGapRow
              key={gap.question_ids[0]}
              gap={gap}
              isStillOpen={gap.question_ids.some((id) => stillOpen.has(id))}
              onResolution={(resolution) => {
                if (resolution?.is_resolved) setResolved((others) => [resolution, ...others]);
                const isStillOpen = resolution?.is_resolved === false;
                setStillOpen((ids) => {
                  const others = [...ids].filter((id) => !gap.question_ids.includes(id));
                  return new Set(isStillOpen ? [...others, ...gap.question_ids] : others);
                });
              }}
            />
          ))}
        </ol>
      )}
      {gaps.data.length > firstGaps && (
        <div className="mt-2">
          <ShowAllButton count={gaps.data.length} showsAll={showsAll} onChange={setShowsAll} />
        </div>
      )}
    </>
  );
}

/** `34 questions were not answered from the documents, in 12 groups. Grouping 8 more questions…` */
function describeGaps({ total, question_count, pending_count }: KnowledgeGapList): string {
  if (question_count === 0) return 'No unanswered questions in this period.';
  const grouped = question_count - pending_count;
  const groups = formatCount(total, 'group');
  const hasMore = question_count > comparedQuestionsMax;
  const sentences = [
    grouped > 0 &&
      `${formatCount(grouped, 'question was', 'questions were')} not answered from the documents${hasMore ? '.' : `, in ${groups}.`}`,
    hasMore && `The latest ${formatNumber(comparedQuestionsMax)} are in ${groups}.`,
    total > knowledgeGapsMax && `The ${knowledgeGapsMax} most frequent groups are listed.`,
    pending_count > 0 && `Grouping ${formatCount(pending_count, grouped > 0 ? 'more question' : 'question')}…`,
  ];
  return sentences.filter(Boolean).join(' ');
}

type ResolvedGapProps = { readonly resolution: KnowledgeGapResolution; readonly onDismiss: () => void };

/** A question that the documents answer now, with the passage. */
function ResolvedGap({ resolution: { question, passage }, onDismiss }: ResolvedGapProps) {
  if (!passage) return null;
  const { document_id, chunk_id, title, page, text } = passage;
  return (
    <li
      ref={focusOnMount}
      tabIndex={-1}
      className="outline-none flex items-start gap-3 rounded-panel bg-chrome px-4 py-3"
    >
      <CircleCheck aria-hidden size={16} className="mt-0.5 shrink-0 text-good" />
      <div className="min-w-0 flex-1">
        <p role="status" className="wrap-anywhere">
          Agents now answer “<bdi>{question}</bdi>”
        </p>
        <blockquote className="mt-1.5 line-clamp-4 border-l-2 border-line pl-3 break-words whitespace-pre-line select-text">
          <HighlightedText text={text} query={question} />
        </blockquote>
        <Link
          to="/knowledge"
          search={{ document: document_id, tab: 'chunks', chunk: chunk_id }}
          className="mt-1.5 inline-block rounded-control text-small text-muted hover:text-ink hover:underline"
        >
          {page === null ? title : `${title}, page ${page}`}
        </Link>
      </div>
      <IconButton label={`Dismiss “${question}”`} icon={<X aria-hidden size={14} />} onClick={onDismiss} />
    </li>
  );
}
