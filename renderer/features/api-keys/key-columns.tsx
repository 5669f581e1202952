import type { ApiKey } from '../../../shared/organization/api-keys.ts';
import { roleNames } from '../../../shared/contract/roles.ts';
import type { Column } from '../../ui/tables/column.ts';
import { StatusLabel } from '../../ui/feedback/status-label.tsx';
import { RelativeTime } from '../../ui/page/relative-time.tsx';

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
    label: 'Key',
    width: '96px',
    isHiddenWhenNarrow: true,
    isFilterable: true,
    value: ({ hint }) => hint,
    cell: ({ hint }) => <SecretHint hint={hint} />,
  },
  {
    id: 'status',
    label: 'Status',
    width: '104px',
    value: ({ revoked_at }) => (revoked_at === null ? 'Active' : 'Revoked'),
    cell: ({ revoked_at }) =>
      revoked_at === null ? <StatusLabel tone="good" label="Active" /> : <StatusLabel tone="neutral" label="Revoked" />,
  },
  {
    id: 'created',
    label: 'Created',
    width: '112px',
    isSecondary: true,
    isNumber: true,
    value: ({ created_at }) => Date.parse(created_at),
    cell: ({ created_at }) => <RelativeTime at={created_at} />,
  },
  {
    id: 'used',
    label: 'Last used',
    width: 'max(128px, min(8rem, 26cqi))', // fits its label at any text size
    isNumber: true,
    value: ({ last_used_at }) => (last_used_at === null ? 0 : Date.parse(last_used_at)),
    cell: ({ last_used_at }) => (last_used_at === null ? 'Never' : <RelativeTime at={last_used_at} />),
  },
];

/** The last characters of a secret, to distinguish keys. */
export function SecretHint({ hint }: { readonly hint: string }) {
  return (
    <span className="font-mono">
      <span aria-hidden="true">····</span>
      <span className="sr-only">ends in </span>
      {hint}
    </span>
  );
}
