import type { ApiKey } from '../../shared/api-keys.ts';
import { roleNames } from '../../shared/roles.ts';
import type { Column } from '../ui/column.ts';
import { Status } from '../ui/status.tsx';
import { Time } from '../ui/time.tsx';

export const keyColumns: readonly Column<ApiKey>[] = [
  {
    id: 'name',
    label: 'Name',
    isFilterable: true,
    value: ({ name }) => name,
    cell: ({ name }) => <span className="font-medium">{name}</span>,
  },
  {
    id: 'role',
    label: 'Role',
    width: '96px',
    isFilterable: true,
    value: ({ role }) => roleNames[role],
    cell: ({ role }) => roleNames[role],
  },
  {
    id: 'hint',
    label: 'Secret',
    width: '96px',
    isSpare: true,
    isFilterable: true,
    value: ({ hint }) => hint,
    cell: ({ hint }) => <Hint hint={hint} />,
  },
  {
    id: 'state',
    label: 'State',
    width: '104px',
    value: ({ revoked_at }) => (revoked_at === null ? 'Live' : 'Revoked'),
    cell: ({ revoked_at }) =>
      revoked_at === null ? <Status tone="good" word="Live" /> : <Status tone="neutral" word="Revoked" />,
  },
  {
    id: 'created',
    label: 'Made',
    width: '112px',
    isSecondary: true,
    isNumber: true,
    value: ({ created_at }) => Date.parse(created_at),
    cell: ({ created_at }) => <Time at={created_at} />,
  },
  {
    id: 'used',
    label: 'Last used',
    width: '128px',
    isNumber: true,
    value: ({ last_used_at }) => (last_used_at === null ? 0 : Date.parse(last_used_at)),
    cell: ({ last_used_at }) => (last_used_at === null ? 'Never' : <Time at={last_used_at} />),
  },
];

/** The end of a secret, which tells keys apart. */
export function Hint({ hint }: { readonly hint: string }) {
  return (
    <span className="font-mono">
      <span aria-hidden="true">····</span>
      <span className="sr-only">ends in </span>
      {hint}
    </span>
  );
}
