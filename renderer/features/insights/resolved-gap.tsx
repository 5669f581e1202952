import { Link } from '@tanstack/react-router';
import { CircleCheck, X } from 'lucide-react';
import type { KnowledgeGapResolution } from '../../../shared/insights/knowledge-gaps.ts';
import { HighlightedText } from '../../ui/page/highlighted-text.tsx';
import { focusOnMount } from '../../ui/focus/focus-on-mount.ts';
import { IconButton } from '../../ui/buttons/icon-button.tsx';

type ResolvedGapProps = { readonly resolution: KnowledgeGapResolution; readonly onDismiss: () => void };

/** A question that the documents answer now, with the passage. */
export function ResolvedGap({ resolution: { question, passage }, onDismiss }: ResolvedGapProps) {
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
