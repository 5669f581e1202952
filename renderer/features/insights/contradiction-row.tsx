import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import type { Contradiction } from '../../../shared/insights/contradictions.ts';
import { formatCount, formatNumber } from '../../format/format-number.ts';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { CallMomentLink } from './call-moment-link.tsx';

type ContradictionRowProps = { readonly contradiction: Contradiction; readonly onDismiss: () => Promise<void> };

/** Two sentences side by side, with the question that both concern and the latest answer that cites the first one. */
export function ContradictionRow({ contradiction, onDismiss }: ContradictionRowProps) {
  const { question, call, cited, count, other } = contradiction;
  return (
    <li className="flex gap-x-4 border-b border-line/60 py-2.5">
      <span className="w-8 shrink-0 text-right text-section tabular-nums" title={formatCount(count, 'citation')}>
        {formatNumber(count)}
      </span>
      <div className="@container min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <bdi className="wrap-anywhere select-text">{question}</bdi>
          <CallMomentLink call={call} at={call.called_at} title={`${call.agent_name} to ${call.recipient_number}`} />
        </p>
        <p className="text-small text-warn">{describeDifference(contradiction)}</p>
        <div className="mt-1.5 grid grid-cols-1 gap-x-6 gap-y-2 @2xl:grid-cols-2">
          <Quote passage={cited} source="Cited" />
          <Quote passage={other} source="Also found" />
        </div>
      </div>
      <IconButton
        label={`Dismiss the contradiction about “${question}”`}
        icon={<X aria-hidden size={14} />}
        onClick={() => void onDismiss()}
      />
    </li>
  );
}

type QuoteProps = { readonly passage: Contradiction['cited']; readonly source: string };

function Quote({ passage: { document_id, chunk_id, title, page, sentence }, source }: QuoteProps) {
  return (
    <figure className="min-w-0">
      <blockquote dir="auto" className="border-l-2 border-line pl-3 wrap-anywhere select-text">
        {sentence}
      </blockquote>
      <figcaption className="mt-1 pl-3.5 text-small text-muted">
        {source}:{' '}
        <Link
          to="/knowledge"
          search={{ document: document_id, tab: 'chunks', chunk: chunk_id }}
          className="rounded-control wrap-anywhere hover:text-ink hover:underline"
        >
          <bdi>{title}</bdi>
          {page !== null && `, page ${formatNumber(page)}`}
        </Link>
      </figcaption>
    </figure>
  );
}

/** `Different numbers: 10 days and 14 days` or `Only one says “not”` */
function describeDifference({ kind, cited, other }: Contradiction): string {
  return kind === 'number'
    ? `Different numbers: ${cited.part} and ${other.part}`
    : `Only one says “${cited.part ?? other.part}”`;
}
