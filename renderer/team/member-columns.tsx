import type { Member } from '../../shared/organizations.ts';
import { roleNames } from '../../shared/roles.ts';
import type { Column } from '../ui/column.ts';
import { StatusLabel } from '../ui/status-label.tsx';

const statusLabels = { active: 'Active', pending_invite: 'Invite pending' } as const;

export const memberColumns: readonly Column<Member>[] = [
  {
    id: 'email',
    label: 'Email',
    isFilterable: true,
    value: ({ email }) => email,
    cell: ({ email }) => <span className="font-medium select-text">{email}</span>,
  },
  {
    id: 'role',
    label: 'Role',
    width: '20%',
    isFilterable: true,
    value: ({ role }) => roleNames[role],
    cell: ({ role }) => roleNames[role],
  },
  {
    id: 'status',
    label: 'Status',
    width: '28%',
    isFilterable: true,
    value: ({ status }) => statusLabels[status],
    cell: ({ status }) => <StatusLabel tone={status === 'active' ? 'good' : 'pending'} label={statusLabels[status]} />,
  },
];
