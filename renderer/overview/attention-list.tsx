import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import type { Attention } from '../../shared/attention.ts';
import { formatNumber } from '../format/format-number.ts';
import { Button } from '../ui/button.tsx';
import { StatusLabel } from '../ui/status-label.tsx';
import { OverviewRow, OverviewRows, rowLinkClass } from './overview-row.tsx';
import { OverviewSection } from './overview-section.tsx';
import { describeAttention } from './describe-attention.ts';

/** As many as can be seen at once; what is most serious is among them. */
const maxVisibleRows = 8;

/** What somebody should look at, each with the way to where it is dealt with. */
export function AttentionList({ attention }: { readonly attention: readonly Attention[] }) {
  const [showsAll, setShowsAll] = useState(false);
  if (attention.length === 0)
    return (
      <p>
        <StatusLabel tone="good" label="Nothing needs attention" />
      </p>
    );
  const isCut = attention.length > maxVisibleRows && !showsAll;
  return (
    <OverviewSection title="Needs attention">
      <OverviewRows label="What needs attention">
        {(isCut ? attention.slice(0, maxVisibleRows) : attention).map((found) => (
          <AttentionRow key={getAttentionKey(found)} found={found} />
        ))}
      </OverviewRows>
      {isCut && (
        <Button variant="quiet" size="small" className="mt-1.5 -ml-2" onClick={() => setShowsAll(true)}>
          Show all {formatNumber(attention.length)}
        </Button>
      )}
    </OverviewSection>
  );
}

function AttentionRow({ found }: { readonly found: Attention }) {
  const sentenceId = useId();
  const { tone, label, sentence, linkLabel, link } = describeAttention(found);
  return (
    <OverviewRow isMultiline>
      <span className="w-26 shrink-0">
        <StatusLabel tone={tone} label={label} />
      </span>
      <span id={sentenceId} className="min-w-0 flex-1 break-words">
        {sentence}
      </span>
      <Link
        {...link}
        aria-describedby={sentenceId}
        className={`flex shrink-0 items-center gap-0.5 text-small text-accent ${rowLinkClass}`}
      >
        {linkLabel}
        <ChevronRight aria-hidden size={13} />
      </Link>
    </OverviewRow>
  );
}

function getAttentionKey(found: Attention): string {
  switch (found.kind) {
    case 'request_uat':
      return `${found.kind} ${found.request_id}`;
    case 'recording_lost':
      return `${found.kind} ${found.call_id}`;
    case 'section_unreadable':
      return `${found.kind} ${found.view}`;
    default:
      return found.kind;
  }
}
