import { Ellipsis } from 'lucide-react';
import type { Member } from '../../../shared/organization/members.ts';
import { formatRole } from '../../format/format-role.ts';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { Menu } from '../../ui/dialogs/menu.tsx';
import { ActionItems } from '../../ui/tables/action-items.tsx';
import type { Column } from '../../ui/tables/column.ts';
import type { RowActions } from '../../ui/tables/row-action.ts';
import { StatusLabel, type StatusTone } from '../../ui/feedback/status-label.tsx';

type StatusDisplay = { readonly tone: StatusTone; readonly label: string };

const statusDisplays: ReadonlyMap<string, StatusDisplay> = new Map([
  ['active', { tone: 'good', label: 'Active' }],
  ['suspended', { tone: 'bad', label: 'Suspended' }],
  ['pending_invite', { tone: 'pending', label: 'Invite pending' }],
]);

/** The remote of a linked workspace can have other statuses, which are shown unchanged. */
const describeStatus = ({ status }: Member): StatusDisplay =>
  statusDisplays.get(status) ?? { tone: 'neutral', label: status };

type MemberTableActions = { readonly listActions: (member: Member) => RowActions };

/** Returns the columns of the members, the last one with their actions. */
export const createMemberColumns = ({ listActions }: MemberTableActions): readonly Column<Member>[] => [
  {
    id: 'email',
    label: 'Email',
    isFilterable: true,
    value: ({ email }) => email,
    cell: ({ email }) => (
      <span title={email} className="font-medium select-text">
        {email}
      </span>
    ),
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
  {
    id: 'actions',
    label: 'Actions',
    width: '80px',
    isShort: true,
    isAction: true,
    value: () => null,
    cell: (member) => <MemberMenu member={member} actions={listActions(member)} />,
  },
];

function MemberMenu({ member, actions }: { readonly member: Member; readonly actions: RowActions }) {
  return (
    <Menu
      align="end"
      trigger={
        <IconButton
          label={`Actions: ${member.email}`}
          icon={<Ellipsis aria-hidden size={15} />}
          className="-my-1 size-6 align-middle"
        />
      }
    >
      <ActionItems actions={actions} onSelect={({ run }) => run()} />
    </Menu>
  );
}
