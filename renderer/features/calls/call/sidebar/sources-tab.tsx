import { useNavigate } from '@tanstack/react-router';
import { FileText, FileX } from 'lucide-react';
import { useMemo } from 'react';
import { formatClock } from '../../../../format/format-clock.ts';
import type { TimedTurn } from '../../../../../shared/calls/calls.ts';
import { v1Routes } from '../../../../../shared/contract/contract.ts';
import { limits } from '../../../../../shared/contract/limits.ts';
import { v1 } from '../../../../data/service-clients.ts';
import { useCaptureLocation } from '../../../../ui/focus/use-capture-location.ts';
import { PageButton } from '../../../knowledge/public.ts';
import { findCitingTurn } from '../../../recordings/public.ts';
import { HighlightedMatches } from '../transcript/highlighted-matches.tsx';
import { findSharedWords } from './find-shared-words.ts';
import { showRequestError } from '../../../../data/show-request-error.ts';

type SourcesTabProps = {
  readonly turns: readonly TimedTurn[];
  /** The current or selected turn. */
  readonly turnIndex: number;
  readonly isLive: boolean;
  readonly onPlayTurn: (index: number) => void;
};

type Passage = TimedTurn['passages'][number];

/** The passages that the agent cited in this turn, or in the last turn before it that cites any. */
export function SourcesTab({ turns, turnIndex, isLive, onPlayTurn }: SourcesTabProps) {
  // Belongs to the tab, because a source item may unmount while its document is being loaded.
  const captureLocation = useCaptureLocation();
  const citingIndex = findCitingTurn(turns, turnIndex);
  const turn = turns[citingIndex];
  if (!turn) {
    const firstCitingIndex = turns.findIndex(({ passages }) => passages.length > 0);
    return (
      <div className="p-4 text-muted">
        <p>{firstCitingIndex === -1 && !isLive ? 'No sources were cited in this call.' : 'No sources cited yet'}</p>
        {firstCitingIndex !== -1 && (
          <PlayTurnLink turns={turns} turnIndex={firstCitingIndex} label="First cited at" onPlayTurn={onPlayTurn} />
        )}
      </div>
    );
  }
  return (
    <div className="py-3">
      <p className="px-4 text-small text-muted">
        <PlayTurnLink turns={turns} turnIndex={citingIndex} label="Cited at" onPlayTurn={onPlayTurn} />
      </p>
      <ol aria-label="Cited sources">
        {turn.passages.map((passage, index) => (
          <SourceItem
            key={`${citingIndex}.${index}`}
            passage={passage}
            turnText={turn.text}
            captureLocation={captureLocation}
          />
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

/** Starts a request to open a document. Returns whether it is still the latest: earlier requests no longer navigate. */
const startRequest = createLatestCheck();

function createLatestCheck() {
  let latest: symbol | null = null;
  return () => {
    const request = Symbol('request');
    latest = request;
    return () => latest === request;
  };
}

type SourceItemProps = {
  readonly passage: Passage;
  readonly turnText: string;
  readonly captureLocation: ReturnType<typeof useCaptureLocation>;
};

function SourceItem({ passage, turnText, captureLocation }: SourceItemProps) {
  const navigate = useNavigate();
  const { document_id, title, page, text } = passage;
  const isDeleted = text === '';
  const matches = useMemo(() => findSharedWords(text, turnText), [text, turnText]);
  const open = async (target: { readonly page?: number } = {}) => {
    const isSameLocation = captureLocation();
    const isLatest = startRequest();
    try {
      const chunk = await findChunkByText(document_id, text);
      if (!isLatest() || !isSameLocation()) return;
      const location = chunk === null ? { tab: 'text' as const } : { tab: 'chunks' as const, chunk };
      await navigate({ to: '/knowledge', search: { document: document_id, ...location, ...target } });
    } catch (error) {
      showRequestError(`“${title}” could not be opened`, error);
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
        {page !== null && (
          <span className="shrink-0 text-small text-muted">
            <PageButton page={page} onOpen={isDeleted ? null : () => void open({ page })} />
          </span>
        )}
      </div>
      {isDeleted ? (
        <p className="mt-1 text-small text-muted">This document has been deleted. The transcript is kept.</p>
      ) : (
        <blockquote className="mt-1.5 border-l-2 border-line pl-3 break-words whitespace-pre-line">
          <HighlightedMatches text={text} matches={matches} currentMatch={null} />
        </blockquote>
      )}
    </li>
  );
}

/** Returns the id of the chunk that contains a passage; null if the document has changed since the call. */
async function findChunkByText(documentId: string, passage: string): Promise<string | null> {
  const passageText = collapseWhitespace(passage);
  let cursor: string | null = null;
  do {
    const query: { readonly limit: number; readonly cursor?: string } = {
      limit: limits.pageSizeMax,
      ...(cursor !== null && { cursor }),
    };
    const page = await v1(v1Routes.listChunks, { params: { document_id: documentId }, query });
    const chunk = page.data.find(({ text }) => collapseWhitespace(text).includes(passageText));
    if (chunk) return chunk.chunk_id;
    cursor = page.next_cursor;
  } while (cursor !== null);
  return null;
}

function collapseWhitespace(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
