import { useState } from 'react';
import type { SyncStatus } from '../../../shared/workspaces/sync.ts';
import { useCommand } from '../../ui/commands/command-context.tsx';
import { classNames } from '../../ui/page/class-names.ts';
import { Kbd } from '../../ui/buttons/kbd.tsx';
import { Tooltip } from '../../ui/dialogs/tooltip.tsx';
import { useNow } from '../../ui/page/use-now.ts';
import { describeSyncStatus } from './describe-sync-status.ts';
import { closeSyncPanel, useSyncPanel } from '../../data/sync-panel-store.ts';
import { useSyncStatus } from '../outbox/public.ts';

/** Shows the sync status of a linked workspace in the title bar, and opens its panel. */
export function SyncChip() {
  const status = useSyncStatus();
  return status ? <LoadedChip status={status} /> : null;
}

function LoadedChip({ status }: { readonly status: SyncStatus }) {
  useNow(); // the detail contains a time of today, or a day
  const { run: open, shortcut } = useCommand('show-sync-status');
  const isOpen = useSyncPanel((state) => state.isOpen);
  const { icon: Icon, color, label, detail } = describeSyncStatus(status);
  const announced = useLastSettled(status.state, label);
  return (
    <>
      <Tooltip
        content={
          <>
            <span className="min-w-0 break-words">{detail}</span>
            {shortcut && <Kbd keys={shortcut} />}
          </>
        }
      >
        <button
          type="button"
          aria-label={`${label}: sync status`}
          aria-expanded={isOpen}
          onClick={isOpen ? closeSyncPanel : open}
          className="no-drag flex h-7 shrink-0 items-center gap-1.5 rounded-control px-2 text-small whitespace-nowrap hover:bg-highlight"
        >
          <Icon aria-hidden size={14} className={classNames('shrink-0', color)} />
          {label}
        </button>
      </Tooltip>
      <span role="status" className="sr-only">
        {announced}
      </span>
    </>
  );
}

/** Returns the latest label that is worth an announcement: syncing starts and ends often. */
function useLastSettled(state: SyncStatus['state'], label: string): string {
  const [settled, setSettled] = useState(label);
  if (state === 'syncing' || label === settled) return settled;
  setSettled(label);
  return label;
}
