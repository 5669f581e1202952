import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { formatError } from '../../format/format-error.ts';
import { formatCount, formatNumber } from '../../format/format-number.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { classNames } from '../../ui/page/class-names.ts';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { Panel, PanelFooter } from '../../ui/dialogs/panel.tsx';
import { TextSkeleton } from '../../ui/feedback/skeleton.tsx';
import { useBusy } from '../../ui/feedback/use-busy.ts';
import { needsDecision, OutboxList, outboxQuery, useSyncStatus, useOutboxActions } from '../outbox/public.ts';
import { describeSyncStatus } from './describe-sync-status.ts';
import { syncNow } from './sync-now.ts';
import { PartList } from './part-list.tsx';
import { closeSyncPanel, useSyncPanel } from '../../data/sync-panel-store.ts';

/** The sync status in detail: what needs a decision, what waits, and how recent each part is. */
export function SyncPanel() {
  const status = useSyncStatus({ isPanelOpen: true });
  const openCount = useSyncPanel((state) => state.openCount);
  const outbox = useQuery(outboxQuery);
  const { listActions, dialog, busyId } = useOutboxActions();
  const [isBusy, run] = useBusy();
  const description = status && describeSyncStatus(status);
  const items = outbox.data ?? [];
  const Icon = description?.icon;
  return (
    <Panel title="Sync status" isOver focusKey={openCount} onClose={closeSyncPanel}>
      <div
        tabIndex={0}
        role="group"
        aria-label="Sync status"
        className="min-h-0 flex-1 overflow-y-auto -outline-offset-2!"
      >
        {description && Icon && (
          <p className="flex items-start gap-2 border-b border-line px-4 pb-3 break-words select-text">
            <Icon aria-hidden size={16} className={classNames('mt-0.5 shrink-0', description.color)} />
            <span className="min-w-0">{description.detail}</span>
          </p>
        )}
        {outbox.error ? (
          <ErrorState
            title="The waiting changes could not be loaded"
            detail={formatError(outbox.error)}
            onRetry={() => void outbox.refetch()}
          />
        ) : (
          outbox.isPending && <TextSkeleton label="Loading waiting changes" />
        )}
        <OutboxList
          title="Needs you"
          heading={(count) => formatCount(count, 'needs you', 'need you')}
          items={items.filter(needsDecision)}
          shownText={description?.detail ?? ''}
          getActions={listActions}
          busyId={busyId}
        />
        <OutboxList
          title="Waiting"
          heading={(count) => `${formatNumber(count)} waiting`}
          items={items.filter((item) => !needsDecision(item)).toReversed()}
          shownText={description?.detail ?? ''}
          getActions={listActions}
          busyId={busyId}
        />
        {outbox.data?.length === 0 && status?.state !== 'up_to_date' && (
          <p className="border-b border-line px-4 py-3 text-muted">No changes are waiting.</p>
        )}
        {status && <PartList state={status.state} parts={status.parts} />}
      </div>
      <PanelFooter>
        <Button
          variant="primary"
          size="large"
          className="flex-1"
          icon={<RefreshCw aria-hidden size={15} />}
          aria-busy={isBusy}
          onClick={() => void run(syncNow)}
        >
          Sync now
        </Button>
      </PanelFooter>
      {dialog}
    </Panel>
  );
}
