import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import type { Attention } from '../../shared/attention.ts';
import { formatNumber } from '../format/format-number.ts';
import { openSyncPanel } from '../sync/sync-panel-store.ts';
import { Button } from '../ui/button.tsx';
import { StatusLabel } from '../ui/status-label.tsx';
import { OverviewRow, OverviewRows, rowLinkClass } from './overview-row.tsx';
import { OverviewSection } from './overview-section.tsx';
import { describeAttention } from './describe-attention.ts';

/** The list shows this many items at first. The service sorts the most serious ones to the top. */
const maxVisibleRows = 8;

/** Items that need attention, each with a link to the view that resolves it. */
export function AttentionList({ attention }: { readonly attention: readonly Attention[] }) {
  const [isExpanded, setExpanded] = useState(false);
  if (attention.length === 0)
    return (
      <p>
        <StatusLabel tone="good" label="Nothing needs attention" />
      </p>
    );
  const isTruncated = attention.length > maxVisibleRows && !isExpanded;
  return (
    <OverviewSection title="Open items">
      <OverviewRows label="Open items">
        {(isTruncated ? attention.slice(0, maxVisibleRows) : attention).map((item) => (
          <AttentionRow key={getAttentionKey(item)} item={item} />
        ))}
      </OverviewRows>
      {isTruncated && (
        <Button variant="quiet" size="small" className="mt-1.5 -ml-2" onClick={() => setExpanded(true)}>
          Show all {formatNumber(attention.length)}
        </Button>
      )}
    </OverviewSection>
  );
}

const linkClass = `flex shrink-0 items-center gap-0.5 text-small text-accent ${rowLinkClass}`;

function AttentionRow({ item }: { readonly item: Attention }) {
  const textId = useId();
  const { tone, label, text, linkLabel, link } = describeAttention(item);
  return (
    <OverviewRow isMultiline>
      <span className="w-26 shrink-0">
        <StatusLabel tone={tone} label={label} />
      </span>
      <span id={textId} className="min-w-0 flex-1 break-words">
        {text}
      </span>
      {link === null ? (
        <button type="button" aria-describedby={textId} className={linkClass} onClick={openSyncPanel}>
          {linkLabel}
          <ChevronRight aria-hidden size={13} />
        </button>
      ) : (
        <Link {...link} aria-describedby={textId} className={linkClass}>
          {linkLabel}
          <ChevronRight aria-hidden size={13} />
        </Link>
      )}
    </OverviewRow>
  );
}

function getAttentionKey(item: Attention): string {
  switch (item.kind) {
    case 'request_uat':
      return `${item.kind} ${item.request_id}`;
    case 'recording_lost':
      return `${item.kind} ${item.call_id}`;
    case 'activity_gap':
      return `${item.kind} ${item.gap.detected_at}`;
    case 'section_unreadable':
      return `${item.kind} ${item.view}`;
    default:
      return item.kind;
  }
}
