import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ChevronDown, Download } from 'lucide-react';
import type { ActivityFilter, ListedActivityEntry } from '../../../shared/organization/activity.ts';
import { appRoutes, v1Routes } from '../../../shared/contract/contract.ts';
import { problemTypes } from '../../../shared/contract/problems.ts';
import { formatCount, formatNumber } from '../../format/format-number.ts';
import { formatError } from '../../format/format-error.ts';
import { useMissingPermission } from '../../data/session/missing-permission.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Illustration } from '../../ui/feedback/illustration.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { TableSkeleton } from '../../ui/feedback/skeleton.tsx';
import { useReturnFocus } from '../../ui/focus/use-return-focus.ts';
import { Menu, MenuItem } from '../../ui/dialogs/menu.tsx';
import { formatPhoneNumbersInText } from '../../format/phone-number.ts';
import { formatExactTime } from '../../format/format-time.ts';
import { Detail, DetailList } from '../../ui/page/detail-list.tsx';
import { Panel } from '../../ui/dialogs/panel.tsx';
import { StatusLabel } from '../../ui/feedback/status-label.tsx';
import { activityPageQuery } from './activity-query.ts';
import { ActivityFilters } from './activity-filters.tsx';
import { ActivityTable } from './activity-table.tsx';
import { ActivityVerification } from './activity-verification.tsx';
import { saveActivity } from './save-activity.ts';
import { formatActor, resultBadges } from './activity-columns.tsx';

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

/** Exports the entries that match the filter, oldest first. */
export function ExportActivityMenu({ filter }: { readonly filter: ActivityFilter }) {
  const disabledReason = useMissingPermission(v1Routes.exportActivity);
  return (
    <Menu
      align="end"
      trigger={
        <Button icon={<Download aria-hidden size={14} />}>
          Export
          <ChevronDown aria-hidden size={13} />
        </Button>
      }
    >
      <MenuItem disabledReason={disabledReason} onSelect={() => void saveActivity(filter, 'csv')}>
        Export as CSV
      </MenuItem>
      <MenuItem disabledReason={disabledReason} onSelect={() => void saveActivity(filter, 'json')}>
        Export as JSON
      </MenuItem>
    </Menu>
  );
}

type ActivityPanelProps = { readonly entry: ListedActivityEntry; readonly onClose: () => void };

/** All details of one entry. */
export function ActivityPanel({ entry, onClose }: ActivityPanelProps) {
  const problem = Object.entries(problemTypes).find(([code]) => code === entry.code)?.[1];
  return (
    <Panel
      title={formatPhoneNumbersInText(entry.summary)}
      subtitle={
        entry.entries === 1
          ? `Entry ${formatNumber(entry.number)}`
          : `Entries ${formatNumber(entry.number)} to ${formatNumber(entry.number + entry.entries - 1)}. The first one:`
      }
      onClose={onClose}
    >
      <div className="min-h-0 overflow-auto px-4 py-2">
        <DetailList>
          <Detail label="Time">{formatExactTime(new Date(entry.at))}</Detail>
          <Detail label="Actor">{formatActor(entry)}</Detail>
          {entry.subject_label !== null && (
            <Detail label="Subject">{formatPhoneNumbersInText(entry.subject_label)}</Detail>
          )}
          {entry.subject_id !== null && (
            <Detail label="ID">
              <Code>{entry.subject_id}</Code>
            </Detail>
          )}
          <Detail label="Result">
            <StatusLabel {...resultBadges[entry.result]} /> <span className="text-muted">{entry.status}</span>
            {problem && <p className="text-muted">{problem.title}</p>}
          </Detail>
          <Detail label="Operation">
            <Code>{entry.operation}</Code>
          </Detail>
          <Detail label="Request ID">
            <Code>{entry.request_id}</Code>
          </Detail>
          <Detail label="Hash">
            <Code>{entry.hash}</Code>
          </Detail>
        </DetailList>
      </div>
    </Panel>
  );
}

function Code({ children }: { readonly children: string }) {
  return <code className="font-mono text-small break-all">{children}</code>;
}
