import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ActivityFilter, ActivityRow } from '../../shared/activity.ts';
import { appRoutes } from '../../shared/contract.ts';
import { formatCount } from '../format/format-number.ts';
import { tellError } from '../format/tell-error.ts';
import { usePermission } from '../session/use-permission.ts';
import { Button } from '../ui/button.tsx';
import { Drawing } from '../ui/drawing.tsx';
import { Empty } from '../ui/empty.tsx';
import { Failure } from '../ui/failure.tsx';
import { TableSkeleton } from '../ui/table-skeleton.tsx';
import { useOpener } from '../ui/use-opener.ts';
import { activityPageQuery } from './activity-cache.ts';
import { ActivityFilters } from './activity-filters.tsx';
import { ActivityPanel } from './activity-panel.tsx';
import { ActivityTable } from './activity-table.tsx';
import { ExportMenu } from './export-menu.tsx';
import { Verify } from './verify.tsx';

/** Who did what, when, and with what result. */
export function ActivityView() {
  const unavailable = usePermission(appRoutes.listActivityRows, appRoutes.listActivityFacets);
  if (unavailable)
    return (
      <Empty drawing={<Drawing name="people" />} title="Activity is not shown to your role">
        {unavailable}
      </Empty>
    );
  return <Activity />;
}

function Activity() {
  const [filter, setFilter] = useState<ActivityFilter>({});
  const [opened, setOpened] = useState<ActivityRow | null>(null);
  const { remember, giveBack } = useOpener();
  const open = (row: ActivityRow) => {
    remember();
    setOpened(row);
  };
  const close = () => {
    setOpened(null);
    giveBack();
  };
  const first = useQuery(activityPageQuery(filter, 0));
  return (
    <div className="relative flex h-full">
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 px-6 pt-4 pb-2">
          <ActivityFilters filter={filter} onChange={setFilter} />
          <Verify>
            <p role="status" className="text-small text-muted">
              {first.data ? formatCount(first.data.total, 'row') : ''}
            </p>
            <ExportMenu filter={filter} />
          </Verify>
        </div>
        {first.isError ? (
          <Failure
            title="The activity could not be listed"
            detail={tellError(first.error)}
            onRetry={() => void first.refetch()}
          />
        ) : !first.data ? (
          <TableSkeleton label="Loading activity" />
        ) : first.data.total === 0 ? (
          <Nothing isFiltered={Object.keys(filter).length > 0} onClear={() => setFilter({})} />
        ) : (
          <ActivityTable key={JSON.stringify(filter)} filter={filter} opened={opened} onOpen={open} />
        )}
      </div>
      {opened && <ActivityPanel key={opened.number} row={opened} onClose={close} />}
    </div>
  );
}

function Nothing({ isFiltered, onClear }: { readonly isFiltered: boolean; readonly onClear: () => void }) {
  if (isFiltered)
    return (
      <Empty
        drawing={<Drawing name="search" />}
        title="Nothing matches"
        action={<Button onClick={onClear}>Clear the filters</Button>}
      >
        Nobody did that in the time that the filters let through.
      </Empty>
    );
  return (
    <Empty drawing={<Drawing name="documents" />} title="Nothing has been done yet">
      Whatever changes something from now on, in this window or by a key, is written down here.
    </Empty>
  );
}
