import { useState } from 'react';
import { v1Routes } from '../../shared/contract.ts';
import type { Member } from '../../shared/organizations.ts';
import { formatCount } from '../format/format-number.ts';
import { tellError } from '../format/tell-error.ts';
import { usePermission } from '../session/use-permission.ts';
import { Button } from '../ui/button.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { Drawing } from '../ui/drawing.tsx';
import { Empty } from '../ui/empty.tsx';
import { Failure } from '../ui/failure.tsx';
import { FilterField } from '../ui/filter-field.tsx';
import { TableSkeleton } from '../ui/table-skeleton.tsx';
import { memberColumns } from './member-columns.tsx';
import { useMembers } from './use-members.ts';

const byEmail = { id: 'email', desc: false } as const;

/** Who belongs to the organization, with role and status. */
export function TeamView() {
  const unavailable = usePermission(v1Routes.listMembers);
  const [filter, setFilter] = useState('');
  const members = useMembers();
  if (unavailable)
    return (
      <Empty drawing={<Drawing name="people" />} title="Members are not shown to your role">
        {unavailable}
      </Empty>
    );
  if (members.isError)
    return (
      <Failure
        title="The members could not be listed"
        detail={tellError(members.error)}
        onRetry={() => void members.refetch()}
      />
    );
  if (!members.data) return <TableSkeleton label="Loading members" />;
  if (members.data.total === 0)
    return (
      <Empty drawing={<Drawing name="people" />} title="No members">
        Nobody has been invited to this organization.
      </Empty>
    );
  return (
    <div className="flex h-full flex-col">
      <div className="flex shrink-0 items-center justify-between px-6 pt-4 pb-2">
        <FilterField label="Filter members" value={filter} onChange={setFilter} />
        <p className="text-small text-muted">{summarize(members.data)}</p>
      </div>
      <DataTable
        label="Members"
        columns={memberColumns}
        rows={members.data.data}
        rowId={idOf}
        filter={filter}
        initialSort={byEmail}
        whenNothingMatches={
          <Empty
            drawing={<Drawing name="search" />}
            title="No member matches"
            action={<Button onClick={() => setFilter('')}>Clear the filter</Button>}
          >
            Nobody has “{filter}” in e-mail, role or status.
          </Empty>
        }
      />
    </div>
  );
}

function idOf({ user_id }: Member): string {
  return user_id;
}

function summarize({ data, total }: { readonly data: readonly Member[]; readonly total: number }): string {
  const pending = data.filter(({ status }) => status === 'pending_invite').length;
  const members = formatCount(total, 'member');
  return pending === 0 ? members : `${members}, ${formatCount(pending, 'invite')} pending`;
}
