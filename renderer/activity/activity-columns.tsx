import type { ActivityResult, ActivityEntry } from '../../shared/activity.ts';
import { roleNames } from '../../shared/roles.ts';
import { formatPhoneNumbersInText } from '../calls/phone-number.ts';
import type { CellColumn } from '../ui/column.ts';
import { StatusLabel, type StatusTone } from '../ui/status-label.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';

export const resultBadges: Readonly<Record<ActivityResult, { readonly tone: StatusTone; readonly label: string }>> = {
  done: { tone: 'good', label: 'Done' },
  refused: { tone: 'pending', label: 'Refused' },
  failed: { tone: 'bad', label: 'Failed' },
};

export const activityColumns: readonly CellColumn<ActivityEntry>[] = [
  {
    id: 'what',
    label: 'What',
    cell: (row) => <ActionCell row={row} />,
  },
  {
    id: 'who',
    label: 'Who',
    width: '22%',
    isHiddenWhenNarrow: true,
    cell: (row) => <span title={formatActor(row)}>{formatActor(row)}</span>,
  },
  {
    id: 'result',
    label: 'Result',
    width: '104px',
    isShort: true,
    cell: ({ result }) => <StatusLabel {...resultBadges[result]} />,
  },
  {
    id: 'when',
    label: 'When',
    width: '128px',
    isNumber: true,
    isShort: true,
    cell: ({ at }) => <RelativeTime at={at} />,
  },
];

function ActionCell({ row: { summary, subject_label } }: { readonly row: ActivityEntry }) {
  const subject = subject_label && formatPhoneNumbersInText(subject_label);
  return (
    <span className="flex gap-1" title={subject === null ? summary : `${summary}: ${subject}`}>
      <span className="min-w-0 truncate font-medium">{summary}</span>
      {/* What it was done to tells two rows apart: where both are cut, it keeps the larger part. */}
      {subject !== null && <span className="max-w-2/3 shrink-0 truncate text-muted">· {subject}</span>}
    </span>
  );
}

/** `Window as Admin`, `Nightly export ····x2Zq`. */
export function formatActor({ actor_id, actor_name, actor_hint, role }: ActivityEntry): string {
  return actor_id === 'window' ? `Window as ${roleNames[role]}` : formatKeyName(actor_name, actor_hint);
}

export function formatKeyName(name: string, hint: string | null): string {
  return hint === null ? name : `${name} ····${hint}`;
}
