import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import type { Attention } from '../../shared/attention.ts';
import { formatNumber } from '../format/format-number.ts';
import { Button } from '../ui/button.tsx';
import { Status } from '../ui/status.tsx';
import { RoomRow, RoomRows, rowLinkLook } from './room-row.tsx';
import { RoomSection } from './room-section.tsx';
import { tellAttention } from './tell-attention.ts';

/** As many as can be seen at once; what is most serious is among them. */
const shownMax = 8;

/** What somebody should look at, each with the way to where it is dealt with. */
export function AttentionRows({ attention }: { readonly attention: readonly Attention[] }) {
  const [showsAll, setShowsAll] = useState(false);
  if (attention.length === 0)
    return (
      <p>
        <Status tone="good" word="Nothing needs attention" />
      </p>
    );
  const isCut = attention.length > shownMax && !showsAll;
  return (
    <RoomSection title="Needs attention">
      <RoomRows label="What needs attention">
        {(isCut ? attention.slice(0, shownMax) : attention).map((found) => (
          <AttentionRow key={keyOf(found)} found={found} />
        ))}
      </RoomRows>
      {isCut && (
        <Button look="quiet" size="small" className="mt-1.5 -ml-2" onClick={() => setShowsAll(true)}>
          Show all {formatNumber(attention.length)}
        </Button>
      )}
    </RoomSection>
  );
}

function AttentionRow({ found }: { readonly found: Attention }) {
  const sentenceId = useId();
  const { tone, word, sentence, action, place } = tellAttention(found);
  return (
    <RoomRow isHigh>
      <span className="w-26 shrink-0">
        <Status tone={tone} word={word} />
      </span>
      <span id={sentenceId} className="min-w-0 flex-1 break-words">
        {sentence}
      </span>
      <Link
        {...place}
        aria-describedby={sentenceId}
        className={`flex shrink-0 items-center gap-0.5 text-small text-accent ${rowLinkLook}`}
      >
        {action}
        <ChevronRight aria-hidden size={13} />
      </Link>
    </RoomRow>
  );
}

function keyOf(found: Attention): string {
  switch (found.kind) {
    case 'request_uat':
      return `${found.kind} ${found.request_id}`;
    case 'recording_lost':
      return `${found.kind} ${found.call_id}`;
    case 'part_unreadable':
      return `${found.kind} ${found.room}`;
    default:
      return found.kind;
  }
}
