import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ActivityFilter, ListedActivityEntry } from '../../../shared/organization/activity.ts';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { formatCount } from '../../format/format-number.ts';
import { formatError } from '../../format/format-error.ts';
import { useMissingPermission } from '../../data/session/missing-permission.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Illustration } from '../../ui/feedback/illustration.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { TableSkeleton } from '../../ui/feedback/skeleton.tsx';
import { useReturnFocus } from '../../ui/focus/use-return-focus.ts';
import { activityPageQuery } from './activity-query.ts';
import { ActivityFilters } from './activity-filters.tsx';
import { ActivityPanel } from './activity-panel.tsx';
import { ActivityTable } from './activity-table.tsx';
import { ExportActivityMenu } from './export-activity-menu.tsx';
import { ActivityVerification } from './activity-verification.tsx';

/** The audit log: every change with its actor, its time and its result. */
export function ActivityView() {
  const disabledReason = useMissingPermission(appRoutes.listActivityEntries, appRoutes.listActivityFacets);
  if (disabledReason)
    return (
      <EmptyState illustration={<Illustration name="people" />} title="You don’t have access to Activity">
        {disabledReason}
      </EmptyState>
    );
  return <Activity />;
}

function Activity() {
  const [filter, setFilter] = useState<ActivityFilter>({});
  const [selected, setSelected] = useState<ListedActivityEntry | null>(null);
  const { saveFocus, restoreFocus } = useReturnFocus();
  const open = (entry: ListedActivityEntry) => {
    saveFocus();
    setSelected(entry);
  };
  const close = () => {
    setSelected(null);
    restoreFocus();
  };
  const firstPage = useQuery(activityPageQuery(filter, 0));
  return (
    <div className="relative flex h-full">
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 px-6 pt-4 pb-2">
          <ActivityFilters filter={filter} onChange={setFilter} />
          <ActivityVerification>
            <p role="status" className="text-small text-muted">
              {firstPage.data ? formatCount(firstPage.data.total_entries, 'entry', 'entries') : ''}
            </p>
            <ExportActivityMenu filter={filter} />
          </ActivityVerification>
        </div>
        {firstPage.isError ? (
          <ErrorState
            title="Activity could not be loaded"
            detail={formatError(firstPage.error)}
            onRetry={() => void firstPage.refetch()}
          />
        ) : !firstPage.data ? (
          <TableSkeleton label="Loading activity" />
        ) : firstPage.data.total === 0 ? (
          <ActivityEmptyState isFiltered={Object.keys(filter).length > 0} onClear={() => setFilter({})} />
        ) : (
          <ActivityTable key={JSON.stringify(filter)} filter={filter} selected={selected} onOpen={open} />
        )}
      </div>
      {selected && <ActivityPanel key={selected.number} entry={selected} onClose={close} />}
    </div>
  );
}

function ActivityEmptyState({ isFiltered, onClear }: { readonly isFiltered: boolean; readonly onClear: () => void }) {
  if (isFiltered)
    return (
      <EmptyState
        illustration={<Illustration name="search" />}
        title="No activity matches these filters"
        action={<Button onClick={onClear}>Clear filters</Button>}
      />
    );
  return (
    <EmptyState illustration={<Illustration name="documents" />} title="No activity yet">
      Changes made in this window or with an API key appear here.
    </EmptyState>
  );
}
