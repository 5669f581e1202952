import type { ActivityResult, ActivityRow } from '../../shared/activity.ts';
import { roleNames } from '../../shared/roles.ts';
import { formatNumbersIn } from '../calls/phone-number.ts';
import type { CellColumn } from '../ui/column.ts';
import { Status, type StatusTone } from '../ui/status.tsx';
import { Time } from '../ui/time.tsx';

export const resultLooks: Readonly<Record<ActivityResult, { readonly tone: StatusTone; readonly word: string }>> = {
  done: { tone: 'good', word: 'Done' },
  refused: { tone: 'pending', word: 'Refused' },
  failed: { tone: 'bad', word: 'Failed' },
};

export const activityColumns: readonly CellColumn<ActivityRow>[] = [
  {
    id: 'what',
    label: 'What',
    cell: (row) => <What row={row} />,
  },
  {
    id: 'who',
    label: 'Who',
    width: '22%',
    isSpare: true,
    cell: (row) => <span title={nameActor(row)}>{nameActor(row)}</span>,
  },
  {
    id: 'result',
    label: 'Result',
    width: '104px',
    isShort: true,
    cell: ({ result }) => <Status {...resultLooks[result]} />,
  },
  {
    id: 'when',
    label: 'When',
    width: '128px',
    isNumber: true,
    isShort: true,
    cell: ({ at }) => <Time at={at} />,
  },
];

function What({ row: { summary, subject_label } }: { readonly row: ActivityRow }) {
  const subject = subject_label && formatNumbersIn(subject_label);
  return (
    <span className="flex gap-1" title={subject === null ? summary : `${summary}: ${subject}`}>
      <span className="min-w-0 truncate font-medium">{summary}</span>
      {/* What it was done to tells two rows apart: where both are cut, it keeps the larger part. */}
      {subject !== null && <span className="max-w-2/3 shrink-0 truncate text-muted">· {subject}</span>}
    </span>
  );
}

/** `Window as Admin`, `Nightly export ····x2Zq`. */
export function nameActor({ actor_id, actor_name, actor_hint, role }: ActivityRow): string {
  return actor_id === 'window' ? `Window as ${roleNames[role]}` : nameKey(actor_name, actor_hint);
}

export function nameKey(name: string, hint: string | null): string {
  return hint === null ? name : `${name} ····${hint}`;
}
