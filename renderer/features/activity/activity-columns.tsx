import type { ActivityResult, ListedActivityEntry } from '../../../shared/organization/activity.ts';
import { roleNames } from '../../../shared/contract/roles.ts';
import { formatPhoneNumbersInText } from '../../format/phone-number.ts';
import type { CellColumn } from '../../ui/tables/column.ts';
import { StatusLabel, type StatusTone } from '../../ui/feedback/status-label.tsx';
import { RelativeTime } from '../../ui/page/relative-time.tsx';

export const resultBadges: Readonly<Record<ActivityResult, { readonly tone: StatusTone; readonly label: string }>> = {
  done: { tone: 'good', label: 'Done' },
  refused: { tone: 'pending', label: 'Refused' },
  failed: { tone: 'bad', label: 'Failed' },
};

export const activityColumns: readonly CellColumn<ListedActivityEntry>[] = [
  {
    id: 'action',
    label: 'Action',
    cell: (entry) => <ActionCell entry={entry} />,
  },
  {
    id: 'actor',
    label: 'Actor',
    width: '22%',
    isSecondary: true,
    cell: (entry) => <span title={formatActor(entry)}>{formatActor(entry)}</span>,
  },
  {
    id: 'result',
    label: 'Result',
    width: '96px',
    isShort: true,
    cell: ({ result }) => <StatusLabel {...resultBadges[result]} />,
  },
  {
    id: 'time',
    label: 'Time',
    width: '116px',
    isNumber: true,
    isShort: true,
    cell: ({ at }) => <RelativeTime at={at} />,
  },
];

function ActionCell({ entry }: { readonly entry: ListedActivityEntry }) {
  const action = formatPhoneNumbersInText(entry.summary);
  return (
    <span className="block truncate font-medium" title={action}>
      {action}
    </span>
  );
}

/** `Window (Admin)`, `Nightly export ····x2Zq`. */
export function formatActor({ actor_id, actor_name, actor_hint, role }: ListedActivityEntry): string {
  return actor_id === 'window' ? `Window (${roleNames[role]})` : formatKeyName(actor_name, actor_hint);
}

export function formatKeyName(name: string, hint: string | null): string {
  return hint === null ? name : `${name} ····${hint}`;
}
