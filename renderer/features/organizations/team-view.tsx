import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { v1Routes } from '../../../shared/contract/contract.ts';
import type { Member } from '../../../shared/organization/members.ts';
import { useIsFirstFetch } from '../outbox/public.ts';
import { formatCount } from '../../format/format-number.ts';
import { formatError } from '../../format/format-error.ts';
import { useMissingPermission } from '../../data/session/missing-permission.ts';
import { CommandButton } from '../../ui/commands/command-button.tsx';
import { DataTable } from '../../ui/tables/data-table.tsx';
import { Illustration } from '../../ui/feedback/illustration.tsx';
import { FetchingState } from '../../ui/feedback/fetching-state.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { FilterField } from '../../ui/fields/filter-field.tsx';
import { NoFilterResults } from '../../ui/tables/no-filter-results.tsx';
import { TableSkeleton } from '../../ui/feedback/skeleton.tsx';
import { createMemberColumns } from './member-columns.tsx';
import { useMembers } from './members-query.ts';
import { useMemberActions } from './use-member-actions.tsx';

const byEmail = { id: 'email', desc: false } as const;

/** The members of the organization with their role and status. */
export function TeamView() {
  const disabledReason = useMissingPermission(v1Routes.listMembers);
  const [filter, setFilter] = useState('');
  const members = useMembers();
  const isFirstFetch = useIsFirstFetch('members');
  const { listActions, dialog } = useMemberActions(members.data?.data ?? []);
  if (disabledReason)
    return (
      <EmptyState illustration={<Illustration name="people" />} title="You don’t have access to Team">
        {disabledReason}
      </EmptyState>
    );
  if (members.isError)
    return (
      <ErrorState
        title="Members could not be loaded"
        detail={formatError(members.error)}
        onRetry={() => void members.refetch()}
      />
    );
  if (!members.data) return <TableSkeleton label="Loading members" />;
  if (members.data.total === 0 && isFirstFetch)
    return <FetchingState illustration={<Illustration name="people" />} noun="members" />;
  if (members.data.total === 0)
    return (
      <EmptyState illustration={<Illustration name="people" />} title="No members yet" action={<InviteButton />}>
        People who are invited to this organization appear here.
      </EmptyState>
    );
  return (
    <div className="flex h-full flex-col">
      <div className="flex shrink-0 flex-wrap items-center gap-3 px-6 pt-4 pb-2">
        <FilterField label="Filter members" value={filter} onChange={setFilter} />
        <span className="flex-1" />
        <p className="text-small text-muted">{formatMemberCount(members.data)}</p>
        <InviteButton />
      </div>
      <DataTable
        label="Members"
        columns={createMemberColumns({ listActions })}
        rows={members.data.data}
        getRowId={getUserId}
        filter={filter}
        initialSort={byEmail}
        listActions={listActions}
        noResults={
          <NoFilterResults filter={filter} onClear={() => setFilter('')}>
            Try a different email, role or status.
          </NoFilterResults>
        }
      />
      {dialog}
    </div>
  );
}

function InviteButton() {
  return (
    <CommandButton id="invite-member" icon={<UserPlus aria-hidden size={15} />}>
      Invite a member
    </CommandButton>
  );
}

function getUserId({ user_id }: Member): string {
  return user_id;
}

function formatMemberCount({ data, total }: { readonly data: readonly Member[]; readonly total: number }): string {
  const pending = data.filter(({ status }) => status === 'pending_invite').length;
  const members = formatCount(total, 'member');
  return pending === 0 ? members : `${members}, ${formatCount(pending, 'invite')} pending`;
}
