import { useNavigate } from '@tanstack/react-router';
import { FileText, FileX } from 'lucide-react';
import { useMemo } from 'react';
import { formatClock } from '../../../../shared/clock.ts';
import type { TimedTurn } from '../../../../shared/calls.ts';
import { tellError } from '../../../format/tell-error.ts';
import { tellFailure } from '../../../ui/toasts.tsx';
import { useIsHere } from '../../../ui/use-is-here.ts';
import { findCitingTurn } from '../../find-turn.ts';
import { MarkedTurn } from '../transcript/marked-turn.tsx';
import { findChunk } from './find-chunk.ts';
import { findSharedWords } from './find-shared-words.ts';

type PassagesTabProps = {
  readonly turns: readonly TimedTurn[];
  /** The turn that is heard, or was chosen. */
  readonly index: number;
  /** More may be said. */
  readonly isLive: boolean;
  readonly onHear: (index: number) => void;
};

type Passage = TimedTurn['passages'][number];

/** What the agent answered from in this turn, or in the last one that was answered from a document. */
export function PassagesTab({ turns, index, isLive, onHear }: PassagesTabProps) {
  // Of the tab: a passage goes while its document is looked for, as the talk goes on.
  const watchPlace = useIsHere();
  const citing = findCitingTurn(turns, index);
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
        {next !== -1 && <HearTurn turns={turns} index={next} label="The first is used at" onHear={onHear} />}
      </div>
    );
  }
  return (
    <div className="py-3">
      <p className="px-4 text-small text-muted">
        <HearTurn turns={turns} index={citing} label="Used at" onHear={onHear} />
      </p>
      <ol aria-label="Passages used">
        {turn.passages.map((passage, place) => (
          <PassageItem key={`${citing}.${place}`} passage={passage} said={turn.text} watchPlace={watchPlace} />
        ))}
      </ol>
    </div>
  );
}

type HearTurnProps = Omit<PassagesTabProps, 'isLive'> & { readonly label: string };

function HearTurn({ turns, index, label, onHear }: HearTurnProps) {
  return (
    <>
      {label}{' '}
      <button type="button" onClick={() => onHear(index)} className="rounded-[4px] text-accent hover:underline">
        {formatClock(turns[index]?.start_seconds ?? 0)}
      </button>
    </>
  );
}

/** The passage that was asked for last; one asked for before takes nobody anywhere any more. */
let wanted: symbol | null = null;

type PassageItemProps = {
  readonly passage: Passage;
  readonly said: string;
  readonly watchPlace: ReturnType<typeof useIsHere>;
};

function PassageItem({ passage, said, watchPlace }: PassageItemProps) {
  const navigate = useNavigate();
  const { document_id, title, page, text } = passage;
  const isDeleted = text === '';
  const hits = useMemo(() => findSharedWords(text, said), [text, said]);
  const open = async () => {
    const isHere = watchPlace();
    const mine = Symbol(document_id);
    wanted = mine;
    try {
      const chunk = await findChunk(document_id, text);
      if (wanted !== mine || !isHere()) return;
      const place = chunk === null ? { tab: 'text' as const } : { tab: 'chunks' as const, chunk };
      await navigate({ to: '/knowledge', search: { document: document_id, ...place } });
    } catch (error) {
      tellFailure(`“${title}” could not be opened`, tellError(error));
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
          <MarkedTurn text={text} hits={hits} current={null} />
        </blockquote>
      )}
    </li>
  );
}
