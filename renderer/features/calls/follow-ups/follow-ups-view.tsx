import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { followUpStates, type FollowUp, type FollowUpState } from '../../../../shared/calls/follow-ups.ts';
import { formatFollowUpSubject } from '../../../../shared/workspaces/sync.ts';
import { formatError } from '../../../format/format-error.ts';
import { formatCount } from '../../../format/format-number.ts';
import { formatPhoneNumber } from '../../../format/phone-number.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { Illustration } from '../../../ui/feedback/illustration.tsx';
import { TableSkeleton } from '../../../ui/feedback/skeleton.tsx';
import { StatusLabel } from '../../../ui/feedback/status-label.tsx';
import { FilterField } from '../../../ui/fields/filter-field.tsx';
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx';
import { useNow } from '../../../ui/page/use-now.ts';
import type { Column } from '../../../ui/tables/column.ts';
import { DataTable } from '../../../ui/tables/data-table.tsx';
import { NoFilterResults } from '../../../ui/tables/no-filter-results.tsx';
import { createCopyAction, type RowActions } from '../../../ui/tables/row-action.ts';
import { WaitingLabel } from '../../outbox/public.ts';
import { Recipient } from '../recipient.tsx';
import { FollowUpButtons } from './follow-up-buttons.tsx';
import { describeFollowUp, formatDue } from './follow-up-labels.ts';
import { followUpsQuery } from './follow-ups-query.ts';
import { useFollowUpActions, type FollowUpActions } from './use-follow-up-actions.ts';

const stateLabels = { open: 'Open', snoozed: 'Snoozed', done: 'Done' } as const satisfies Record<FollowUpState, string>;

const stateOptions = followUpStates.map((value) => ({ value, label: stateLabels[value] }));

const emptyTexts = {
  open: 'Promised callbacks, requests for a person, and answers that need a follow-up appear here when a call ends.',
  snoozed: 'Follow-ups that you snooze appear here until their time.',
  done: 'Follow-ups that are done appear here.',
} as const satisfies Record<FollowUpState, string>;

const earliestFirst = { id: 'due', desc: false } as const;

/** The follow-ups of calls, with the due time, the recipient and the reason. */
export function FollowUpsView() {
  const [state, setState] = useState<FollowUpState>('open');
  const [filter, setFilter] = useState('');
  const followUps = useQuery(followUpsQuery(state));
  const getActions = useFollowUpActions();
  const nowMs = useNow();
  const columns = useMemo(() => createColumns(getActions, nowMs), [getActions, nowMs]);
  return (
    <div className="flex h-full flex-col">
      <div className="flex shrink-0 flex-wrap items-center gap-2 px-6 pt-4 pb-2">
        <SegmentedControl label="Follow-ups" value={state} options={stateOptions} onChange={setState} />
        <FilterField label="Filter follow-ups" value={filter} onChange={setFilter} />
        <span className="flex-1" />
        <p role="status" className="text-small text-muted">
          {followUps.data ? formatCount(followUps.data.length, 'follow-up') : ''}
        </p>
      </div>
      {followUps.isError ? (
        <ErrorState
          title="Follow-ups could not be loaded"
          detail={formatError(followUps.error)}
          onRetry={() => void followUps.refetch()}
        />
      ) : !followUps.data ? (
        <TableSkeleton label="Loading follow-ups" />
      ) : followUps.data.length === 0 ? (
        <EmptyState
          illustration={<Illustration name="calls" />}
          title={state === 'open' ? 'Nothing to follow up' : `No follow-ups are ${state}`}
        >
          {emptyTexts[state]}
        </EmptyState>
      ) : (
        <DataTable
          key={state}
          label="Follow-ups"
          columns={columns}
          rows={followUps.data}
          getRowId={getRowId}
          filter={filter}
          initialSort={earliestFirst}
          onOpen={(followUp) => getActions(followUp).viewCall.run()}
          listActions={(followUp) => listActions(followUp, getActions(followUp))}
          noResults={
            <NoFilterResults filter={filter} onClear={() => setFilter('')}>
              Try a different name, number or reason.
            </NoFilterResults>
          }
        />
      )}
    </div>
  );
}

function getRowId({ call_id, follow_up }: FollowUp): string {
  return `${call_id} ${follow_up}`;
}

function listActions({ recipient_number }: FollowUp, actions: FollowUpActions): RowActions {
  const { callNow, toggleDone, snooze, saveCalendarFile, viewCall } = actions;
  return [
    [callNow, viewCall],
    [toggleDone, ...snooze.map((one) => ({ ...one, label: `Snooze: ${one.label.toLowerCase()}` }))],
    [...(saveCalendarFile ? [saveCalendarFile] : []), createCopyAction('phone number', recipient_number)],
  ];
}

function createColumns(
  getActions: (followUp: FollowUp) => FollowUpActions,
  nowMs: number,
): readonly Column<FollowUp>[] {
  return [
    {
      id: 'due',
      label: 'Due',
      width: '168px', // fits a day with a time
      value: ({ due_at, created_at }) => Date.parse(due_at ?? created_at),
      cell: (followUp) => (
        <span title={followUp.due_words ? `Said: ${followUp.due_words}` : undefined} className="block truncate">
          {formatDue(followUp, nowMs)}
        </span>
      ),
    },
    {
      id: 'recipient',
      label: 'Recipient',
      width: 'clamp(9rem, 44cqi - 12.2rem, 252px)', // fits a long name with its number in a wide window
      isFilterable: true,
      value: ({ recipient_name, recipient_number }) =>
        `${recipient_name} ${formatPhoneNumber(recipient_number)} ${recipient_number}`,
      cell: (followUp) => (
        <span className="flex min-w-0">
          <Recipient call={followUp} />
        </span>
      ),
    },
    {
      id: 'kind',
      label: 'Kind',
      width: '154px',
      isSecondary: true,
      value: (followUp) => describeFollowUp(followUp, nowMs).label,
      cell: (followUp) => <StatusLabel {...describeFollowUp(followUp, nowMs)} />,
    },
    {
      id: 'reason',
      label: 'Reason',
      isFilterable: true,
      value: ({ reason }) => reason,
      cell: (followUp) => (
        <span className="flex gap-2">
          <DueWords followUp={followUp} />
          <bdi title={followUp.reason} className="truncate">
            {followUp.reason}
          </bdi>
          <WaitingLabel subjectId={formatFollowUpSubject(followUp.call_id, followUp.follow_up)} />
        </span>
      ),
    },
    {
      id: 'agent',
      label: 'Agent',
      width: '140px',
      isOnlyInWide: true,
      isFilterable: true,
      value: ({ agent_name }) => agent_name,
      cell: ({ agent_name }) => <span className="block truncate">{agent_name}</span>,
    },
    {
      id: 'actions',
      label: 'Actions',
      width: '144px', // fits four buttons
      isAction: true,
      value: () => '',
      cell: (followUp) => <FollowUpButtons followUp={followUp} actions={getActions(followUp)} />,
    },
  ];
}

/** When a follow-up is due as it was said, unless the date or the reason says it already. */
function DueWords({ followUp: { due_at, due_words, reason } }: { readonly followUp: FollowUp }) {
  if (due_at === null || due_words === null || reason.includes(due_words)) return null;
  return <bdi className="max-w-1/2 shrink-0 truncate text-ink">“{due_words}”</bdi>;
}
