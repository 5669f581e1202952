import { Link } from '@tanstack/react-router';
import { BellOff, ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import type { Attention } from '../../../shared/window/attention.ts';
import { v1Routes } from '../../../shared/contract/contract.ts';
import { formatCount, formatNumber } from '../../format/format-number.ts';
import { startOfDay, toLocalDay } from '../../format/local-day.ts';
import { useMissingPermission } from '../../data/session/missing-permission.ts';
import { openSyncPanel } from '../../data/sync-panel-store.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { Menu, MenuItem } from '../../ui/dialogs/menu.tsx';
import { StatusLabel } from '../../ui/feedback/status-label.tsx';
import { OverviewRow, OverviewRows, rowLinkClass } from './overview-row.tsx';
import { OverviewSection } from './overview-section.tsx';
import { canDismiss, type AttentionItems } from './hidden-items.ts';
import { describeAttention } from './describe-attention.ts';

/** The list shows this many items at first. The service sorts the most serious ones to the top. */
const maxVisibleRows = 8;

/** Items that need attention, each with a link to the view that resolves it. */
export function AttentionList({ items }: { readonly items: AttentionItems }) {
  const [isExpanded, setExpanded] = useState(false);
  const { shown, hidden, hide, showHidden } = items;
  const showHiddenButton = hidden.length > 0 && (
    <Button variant="quiet" size="small" className="mt-1.5 -ml-2" onClick={() => void showHidden()}>
      Show {formatCount(hidden.length, 'hidden item')}
    </Button>
  );
  if (shown.length === 0)
    return (
      <div className="flex flex-wrap items-center gap-x-4">
        <StatusLabel
          tone="good"
          label={hidden.length > 0 ? 'Nothing else needs attention' : 'Nothing needs attention'}
        />
        {showHiddenButton}
      </div>
    );
  const isTruncated = shown.length > maxVisibleRows && !isExpanded;
  return (
    <OverviewSection title="Open items">
      <OverviewRows label="Open items">
        {(isTruncated ? shown.slice(0, maxVisibleRows) : shown).map((keyed) => (
          <AttentionRow key={keyed.key} item={keyed.item} onHide={(until) => void hide(keyed, until)} />
        ))}
      </OverviewRows>
      {isTruncated && (
        <Button variant="quiet" size="small" className="mt-1.5 -ml-2" onClick={() => setExpanded(true)}>
          Show all {formatNumber(shown.length)}
        </Button>
      )}
      {showHiddenButton}
    </OverviewSection>
  );
}

const linkClass = `flex shrink-0 items-center gap-0.5 text-small text-accent ${rowLinkClass}`;

type AttentionRowProps = {
  readonly item: Attention;
  /** Hides the item until a time, or until it changes. */
  readonly onHide: (until: Date | null) => void;
};

function AttentionRow({ item, onHide }: AttentionRowProps) {
  const textId = useId();
  const disabledReason = useMissingPermission(v1Routes.saveItem);
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
      <Menu
        align="end"
        trigger={
          <IconButton
            label="Hide item"
            aria-describedby={textId}
            disabledReason={disabledReason}
            icon={<BellOff aria-hidden size={14} />}
            className="relative -mr-1.5"
          />
        }
      >
        <MenuItem onSelect={() => onHide(startOfDay(toLocalDay(new Date()), 1))}>Until tomorrow</MenuItem>
        <MenuItem onSelect={() => onHide(startOfDay(toLocalDay(new Date()), 7))}>For a week</MenuItem>
        {canDismiss(item) && <MenuItem onSelect={() => onHide(null)}>Until it changes</MenuItem>}
      </Menu>
    </OverviewRow>
  );
}
