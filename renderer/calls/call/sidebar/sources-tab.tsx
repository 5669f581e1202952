import { useNavigate } from '@tanstack/react-router';
import { FileText, FileX } from 'lucide-react';
import { useMemo } from 'react';
import { formatClock } from '../../../format/format-clock.ts';
import type { TimedTurn } from '../../../../shared/calls.ts';
import { formatError } from '../../../format/format-error.ts';
import { showErrorToast } from '../../../ui/toasts.tsx';
import { useIsSameLocation } from '../../../ui/use-is-same-location.ts';
import { findCitingTurn } from '../../find-turn.ts';
import { HighlightedMatches } from '../transcript/highlighted-matches.tsx';
import { findChunkByText } from './find-chunk-by-text.ts';
import { findSharedWords } from './find-shared-words.ts';

type SourcesTabProps = {
  readonly turns: readonly TimedTurn[];
  /** The turn that is heard, or was chosen. */
  readonly turnIndex: number;
  /** More may be said. */
  readonly isLive: boolean;
  readonly onPlayTurn: (index: number) => void;
};

type Passage = TimedTurn['passages'][number];

/** What the agent answered from in this turn, or in the last one that was answered from a document. */
export function SourcesTab({ turns, turnIndex, isLive, onPlayTurn }: SourcesTabProps) {
  // Of the tab: a passage goes while its document is looked for, as the talk goes on.
  const watchPlace = useIsSameLocation();
  const citing = findCitingTurn(turns, turnIndex);
  const turn = turns[citing];
  if (!turn) {
    const next = turns.findIndex(({ passages }) => passages.length > 0);
    return (
      <div className="p-4 text-muted">
        <p>
          {next === -1 && !isLive
            ? 'The agent took nothing from a document in this call.'
            : 'The agent has taken nothing from a document so far.'}
        </p>
        {next !== -1 && (
          <PlayTurnLink turns={turns} turnIndex={next} label="The first is used at" onPlayTurn={onPlayTurn} />
        )}
      </div>
    );
  }
  return (
    <div className="py-3">
      <p className="px-4 text-small text-muted">
        <PlayTurnLink turns={turns} turnIndex={citing} label="Used at" onPlayTurn={onPlayTurn} />
      </p>
      <ol aria-label="Passages used">
        {turn.passages.map((passage, place) => (
          <SourceItem key={`${citing}.${place}`} passage={passage} turnText={turn.text} captureLocation={watchPlace} />
        ))}
      </ol>
    </div>
  );
}

type PlayTurnLinkProps = Omit<SourcesTabProps, 'isLive'> & { readonly label: string };

function PlayTurnLink({ turns, turnIndex, label, onPlayTurn }: PlayTurnLinkProps) {
  return (
    <>
      {label}{' '}
      <button type="button" onClick={() => onPlayTurn(turnIndex)} className="rounded-[4px] text-accent hover:underline">
        {formatClock(turns[turnIndex]?.start_seconds ?? 0)}
      </button>
    </>
  );
}

/** The passage that was asked for last; one asked for before takes nobody anywhere any more. */
let latestOpenRequest: symbol | null = null;

type SourceItemProps = {
  readonly passage: Passage;
  readonly turnText: string;
  readonly captureLocation: ReturnType<typeof useIsSameLocation>;
};

function SourceItem({ passage, turnText, captureLocation }: SourceItemProps) {
  const navigate = useNavigate();
  const { document_id, title, page, text } = passage;
  const isDeleted = text === '';
  const hits = useMemo(() => findSharedWords(text, turnText), [text, turnText]);
  const open = async () => {
    const isHere = captureLocation();
    const mine = Symbol(document_id);
    latestOpenRequest = mine;
    try {
      const chunk = await findChunkByText(document_id, text);
      if (latestOpenRequest !== mine || !isHere()) return;
      const place = chunk === null ? { tab: 'text' as const } : { tab: 'chunks' as const, chunk };
      await navigate({ to: '/knowledge', search: { document: document_id, ...place } });
    } catch (error) {
      showErrorToast(`“${title}” could not be opened`, formatError(error));
    }
  };
  const Icon = isDeleted ? FileX : FileText;
  return (
    <li className="relative px-4 py-2.5 has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent">
      <div className="flex items-center gap-2">
        <Icon aria-hidden size={14} className="shrink-0 text-muted" />
        {isDeleted ? (
          <span className="min-w-0 truncate font-medium">{title}</span>
        ) : (
          <button
            type="button"
            onClick={() => void open()}
            className="min-w-0 truncate font-medium outline-none hover:underline"
          >
            {title}
          </button>
        )}
        {page !== null && <span className="shrink-0 text-small text-muted">Page {page}</span>}
      </div>
      {isDeleted ? (
        <p className="mt-1 text-small text-muted">This document has since been deleted. What was said stays.</p>
      ) : (
        <blockquote className="mt-1.5 border-l-2 border-line pl-3 break-words whitespace-pre-line">
          <HighlightedMatches text={text} matches={hits} currentMatch={null} />
        </blockquote>
      )}
    </li>
  );
}
