import type { Member } from '../../shared/organizations.ts';
import { formatRole } from '../format/format-role.ts';
import type { Column } from '../ui/column.ts';
import { StatusLabel, type StatusTone } from '../ui/status-label.tsx';

const statusLabels: Readonly<Record<string, string>> = { active: 'Active', pending_invite: 'Invite pending' };

/** The remote of a linked workspace can have other statuses, which are shown as it wrote them. */
const formatStatus = ({ status }: Member) => statusLabels[status] ?? status;

const tones: Readonly<Record<string, StatusTone>> = { active: 'good', pending_invite: 'pending' };

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
    value: ({ role }) => formatRole(role),
    cell: ({ role }) => formatRole(role),
  },
  {
    id: 'status',
    label: 'Status',
    width: '28%',
    isFilterable: true,
    value: formatStatus,
    cell: (member) => <StatusLabel tone={tones[member.status] ?? 'neutral'} label={formatStatus(member)} />,
  },
];
