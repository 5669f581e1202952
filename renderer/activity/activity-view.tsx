import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ActivityFilter, ActivityEntry } from '../../shared/activity.ts';
import { appRoutes } from '../../shared/contract.ts';
import { formatCount } from '../format/format-number.ts';
import { formatError } from '../format/format-error.ts';
import { useMissingPermission } from '../session/use-missing-permission.ts';
import { Button } from '../ui/button.tsx';
import { Illustration } from '../ui/illustration.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { TableSkeleton } from '../ui/skeleton.tsx';
import { useReturnFocus } from '../ui/use-return-focus.ts';
import { activityPageQuery } from './activity-query.ts';
import { ActivityFilters } from './activity-filters.tsx';
import { ActivityPanel } from './activity-panel.tsx';
import { ActivityTable } from './activity-table.tsx';
import { ExportActivityMenu } from './export-activity-menu.tsx';
import { ActivityVerification } from './activity-verification.tsx';

/** Who did what, when, and with what result. */
export function ActivityView() {
  const disabledReason = useMissingPermission(appRoutes.listActivityEntries, appRoutes.listActivityFacets);
  if (disabledReason)
    return (
      <EmptyState illustration={<Illustration name="people" />} title="Activity is not shown to your role">
        {disabledReason}
      </EmptyState>
    );
  return <Activity />;
}

function Activity() {
  const [filter, setFilter] = useState<ActivityFilter>({});
  const [opened, setOpened] = useState<ActivityEntry | null>(null);
  const { saveFocus, restoreFocus } = useReturnFocus();
  const open = (row: ActivityEntry) => {
    saveFocus();
    setOpened(row);
  };
  const close = () => {
    setOpened(null);
    restoreFocus();
  };
  const first = useQuery(activityPageQuery(filter, 0));
  return (
    <div className="relative flex h-full">
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 px-6 pt-4 pb-2">
          <ActivityFilters filter={filter} onChange={setFilter} />
          <ActivityVerification>
            <p role="status" className="text-small text-muted">
              {first.data ? formatCount(first.data.total, 'row') : ''}
            </p>
            <ExportActivityMenu filter={filter} />
          </ActivityVerification>
        </div>
        {first.isError ? (
          <ErrorState
            title="The activity could not be listed"
            detail={formatError(first.error)}
            onRetry={() => void first.refetch()}
          />
        ) : !first.data ? (
          <TableSkeleton label="Loading activity" />
        ) : first.data.total === 0 ? (
          <ActivityEmptyState isFiltered={Object.keys(filter).length > 0} onClear={() => setFilter({})} />
        ) : (
          <ActivityTable key={JSON.stringify(filter)} filter={filter} selectedRow={opened} onOpen={open} />
        )}
      </div>
      {opened && <ActivityPanel key={opened.number} row={opened} onClose={close} />}
    </div>
  );
}

function ActivityEmptyState({ isFiltered, onClear }: { readonly isFiltered: boolean; readonly onClear: () => void }) {
  if (isFiltered)
    return (
      <EmptyState
        illustration={<Illustration name="search" />}
        title="Nothing matches"
        action={<Button onClick={onClear}>Clear the filters</Button>}
      >
        Nobody did that in the time that the filters let through.
      </EmptyState>
    );
  return (
    <EmptyState illustration={<Illustration name="documents" />} title="Nothing has been done yet">
      Whatever changes something from now on, in this window or by a key, is written down here.
    </EmptyState>
  );
}
