import { Link } from '@tanstack/react-router';
import type { CitedPassage } from '../../../shared/insights/document-insights.ts';
import { formatCount, formatNumber } from '../../format/format-number.ts';
import { CallMomentLink } from './call-moment-link.tsx';

/** A passage with the number of answers that cite it, its document, and the latest of these answers. */
export function CitedPassageRow({ passage }: { readonly passage: CitedPassage }) {
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
