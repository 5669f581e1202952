import { FileText } from 'lucide-react';
import type { Passage } from '../../../shared/knowledge/knowledge.ts';
import { scoreLevels } from '../../../shared/calls/score-levels.ts';
import { classNames } from '../../ui/page/class-names.ts';
import { HighlightedText } from '../../ui/page/highlighted-text.tsx';
import { PageButton } from './page-button.tsx';
import { Tooltip } from '../../ui/dialogs/tooltip.tsx';

type PassageQuoteProps = {
  readonly passage: Passage;
  readonly query: string;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  /** Null if the page cannot be shown. */
  readonly onOpenPage: ((page: number) => void) | null;
};

export function PassageQuote({ passage, query, isOpen, onOpen, onOpenPage }: PassageQuoteProps) {
  const { title, page, text } = passage;
  return (
    <li
      className={classNames(
        'relative border-b border-line/60 px-6 py-3.5 has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent',
        isOpen ? 'bg-accent-soft' : 'hover:bg-hover',
      )}
    >
      <div className="flex items-center gap-2">
        <FileText aria-hidden size={14} className="shrink-0 text-muted" />
        {/* The button covers the whole passage, so that a click anywhere opens it. */}
        <button
          type="button"
          onClick={onOpen}
          className="min-w-0 truncate font-medium outline-none after:absolute after:inset-0"
        >
          {title}
        </button>
        {page !== null && (
          <span className="shrink-0 text-small text-muted">
            <PageButton page={page} onOpen={onOpenPage && (() => onOpenPage(page))} />
          </span>
        )}
        <span className="flex-1" />
        <ScoreBar score={passage.score} dense={passage.dense} lexical={passage.lexical} />
      </div>
      <blockquote className="mt-1.5 border-l-2 border-line pl-3 break-words whitespace-pre-line text-ink">
        <HighlightedText text={text} query={query} />
      </blockquote>
    </li>
  );
}

type ScoreBarProps = Pick<Passage, 'score' | 'dense' | 'lexical'>;

/** Shows the score of a passage as a word, with the numbers in a tooltip and for screen readers. */
function ScoreBar({ score, dense, lexical }: ScoreBarProps) {
  const fraction = Math.min(1, Math.max(0, score));
  const level = scoreLevels.find(({ minScore }) => score >= minScore)?.label ?? '';
  const parts = `meaning ${dense.toFixed(2)}, words ${lexical.toFixed(2)}`;
  return (
    <Tooltip content={`Score ${score.toFixed(2)}: ${parts}`} side="left">
      <span className="relative z-10 flex shrink-0 items-center gap-2">
        <span aria-hidden="true" className="h-1 w-16 overflow-hidden rounded-full bg-line">
          <span className="block h-full rounded-full bg-accent" style={{ width: `${fraction * 100}%` }} />
        </span>
        <span className="w-11 text-right text-small text-muted">
          <span className="sr-only">Match: </span>
          {level}
          <span className="sr-only">
            , score {score.toFixed(2)}, {parts}
          </span>
        </span>
      </span>
    </Tooltip>
  );
}
