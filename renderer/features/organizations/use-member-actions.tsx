import { CirclePause, CirclePlay, MailPlus, UserCog, UserMinus } from 'lucide-react';
import { useState } from 'react';
import { v1Routes } from '../../../shared/contract/contract.ts';
import { roleNames, roles } from '../../../shared/contract/roles.ts';
import { isActiveAdmin, type Member } from '../../../shared/organization/members.ts';
import { useMissingPermission } from '../../data/session/missing-permission.ts';
import { useSession } from '../../data/session/session-query.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { createCopyAction, type RowAction, type RowActions } from '../../ui/tables/row-action.ts';
import { useCapabilities } from '../connection/public.ts';
import { InvitationDialog } from './invitation-dialog.tsx';
import * as actions from './member-actions.ts';

/** Returns the actions of a member, and the dialog of one of them. */
export function useMemberActions(members: readonly Member[]) {
  const { workspace, org_id } = useSession();
  const capabilities = useCapabilities();
  const orgId = org_id ?? '';
  const permission = useMissingPermission(v1Routes.updateMember, v1Routes.removeMember, v1Routes.renewInvitation);
  const [removing, setRemoving] = useState<Member | null>(null);
  const [invitation, setInvitation] = useState<actions.ShownInvitation | null>(null);
  const remoteReason =
    workspace?.kind === 'linked' && !capabilities?.members
      ? `Members are managed on ${workspace.remote_host ?? 'the remote'}.`
      : null;
  const listActions = (member: Member): RowActions => {
    const { email, user_id, role, status } = member;
    const isLastAdmin = isActiveAdmin(member) && members.filter(isActiveAdmin).length === 1;
    const disabledReason = permission ?? remoteReason;
    const adminReason = disabledReason ?? (isLastAdmin ? 'This is the last active Admin.' : null);
    const isPending = status === 'pending_invite';
    const previous = roles.find((known) => known === role);
    const roleActions = roles
      .filter((other) => other !== role)
      .map((other): RowAction => ({
        label: isPending ? `Invite as ${roleNames[other]} instead` : `Change role to ${roleNames[other]}`,
        icon: UserCog,
        disabledReason: adminReason,
        run: () =>
          void (isPending
            ? actions.inviteWithRole(orgId, member, other).then(setInvitation)
            : actions.changeMemberRole(orgId, member, other, previous ?? 'viewer')),
      }));
    const access: RowAction = isPending
      ? {
          label: 'Renew invitation',
          icon: MailPlus,
          disabledReason,
          run: () => void actions.renewInvitation(orgId, member).then(setInvitation),
        }
      : status === 'suspended'
        ? { label: 'Resume', icon: CirclePlay, disabledReason, run: () => void actions.resumeMember(orgId, member) }
        : {
            label: 'Suspend',
            icon: CirclePause,
            disabledReason: adminReason,
            run: () => void actions.suspendMember(orgId, member),
          };
    return [
      [createCopyAction('email', email), createCopyAction('ID', user_id)],
      roleActions,
      [access, { label: 'Remove…', icon: UserMinus, disabledReason: adminReason, run: () => setRemoving(member) }],
    ];
  };
  const dialog = removing ? (
    <ConfirmDialog
      title="Remove member"
      onConfirm={() => actions.removeMember(orgId, removing)}
      onClose={() => setRemoving(null)}
    >
      <p>
        <strong className="font-medium text-ink">{removing.email}</strong> loses access immediately, and so do the API
        keys that belong to this member. Notes, reviews and activity keep the name.
      </p>
    </ConfirmDialog>
  ) : (
    invitation && <InvitationDialog invitation={invitation} onClose={() => setInvitation(null)} />
  );
  return { listActions, dialog };
}
