import type { Member } from '../../../shared/organization/members.ts';
import { formatRole } from '../../format/format-role.ts';
import type { Column } from '../../ui/tables/column.ts';
import { StatusLabel, type StatusTone } from '../../ui/feedback/status-label.tsx';

type StatusDisplay = { readonly tone: StatusTone; readonly label: string };

const statusDisplays: ReadonlyMap<string, StatusDisplay> = new Map([
  ['active', { tone: 'good', label: 'Active' }],
  ['pending_invite', { tone: 'pending', label: 'Invite pending' }],
]);

/** The remote of a linked workspace can have other statuses, which are shown unchanged. */
const describeStatus = ({ status }: Member): StatusDisplay =>
  statusDisplays.get(status) ?? { tone: 'neutral', label: status };

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
    width: 'max(28cqi, 9rem)', // fits “Invite pending” at any text size
    isFilterable: true,
    value: (member) => describeStatus(member).label,
    cell: (member) => <StatusLabel {...describeStatus(member)} />,
  },
];
