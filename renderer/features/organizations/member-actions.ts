import type { Role } from '../../../shared/contract/roles.ts';
import { v1Routes } from '../../../shared/contract/contract.ts';
import type { Member, MemberInvitation } from '../../../shared/organization/members.ts';
import { formatRole } from '../../format/format-role.ts';
import { invalidate } from '../../data/invalidate.ts';
import { v1 } from '../../data/service-clients.ts';
import { showRequestError } from '../../data/show-request-error.ts';
import { showActionToast, showToast } from '../../ui/feedback/toasts.ts';

export type ShownInvitation = MemberInvitation & { readonly secret: string };

/** Invites a person. An invitation whose secret was in a lost response is replaced by a new one. */
export async function inviteMember(
  org_id: string,
  json: { readonly email: string; readonly role: Role },
  headers: { readonly 'Idempotency-Key': string },
): Promise<ShownInvitation> {
  const { secret, ...invited } = await v1(v1Routes.inviteMember, { params: { org_id }, json, headers });
  void invalidate(['members']);
  return secret === null ? renew(org_id, invited.user_id) : { ...invited, secret };
}

async function renew(org_id: string, user_id: string): Promise<ShownInvitation> {
  const { secret, ...invited } = await v1(v1Routes.renewInvitation, { params: { org_id, user_id } });
  if (secret === null) throw new Error('A request without an idempotency key is never replayed.');
  return { ...invited, secret };
}

/** Renews an invitation. Returns null if that failed: the error is shown. */
export async function renewInvitation(org_id: string, { user_id, email }: Member): Promise<ShownInvitation | null> {
  try {
    return await renew(org_id, user_id);
  } catch (error) {
    showRequestError(`The invitation of ${email} was not renewed`, error);
    return null;
  }
}

/** Changes the role of a person who has not accepted, with a new invitation: the earlier one is withdrawn. */
export async function inviteWithRole(org_id: string, member: Member, role: Role): Promise<ShownInvitation | null> {
  const isChanged = await change(org_id, member, { role });
  return isChanged ? renewInvitation(org_id, member) : null;
}

/** Changes the role of a member and offers to undo it. */
export async function changeMemberRole(org_id: string, member: Member, role: Role, previous: Role): Promise<void> {
  if (await change(org_id, member, { role }))
    showActionToast(
      `${member.email} is ${formatRole(role)} now`,
      'Undo',
      () => void change(org_id, member, { role: previous }),
    );
}

/** Suspends a member and offers to undo it. */
export async function suspendMember(org_id: string, member: Member): Promise<void> {
  if (await change(org_id, member, { status: 'suspended' }))
    showActionToast(`${member.email} is suspended`, 'Undo', () => void change(org_id, member, { status: 'active' }));
}

export async function resumeMember(org_id: string, member: Member): Promise<void> {
  if (await change(org_id, member, { status: 'active' })) showToast(`${member.email} is active again`);
}

export async function removeMember(org_id: string, { user_id, email }: Member): Promise<void> {
  try {
    await v1(v1Routes.removeMember, { params: { org_id, user_id } });
    showToast(`${email} removed`);
  } catch (error) {
    showRequestError(`${email} was not removed`, error);
  }
  await invalidate(['members']);
}

type MemberChange = { readonly role?: Role; readonly status?: 'active' | 'suspended' };

/** Returns whether the member was changed. Otherwise the error is shown. */
async function change(org_id: string, { user_id, email }: Member, json: MemberChange): Promise<boolean> {
  try {
    await v1(v1Routes.updateMember, { params: { org_id, user_id }, json });
    return true;
  } catch (error) {
    showRequestError(`${email} was not changed`, error);
    return false;
  } finally {
    await invalidate(['members']);
  }
}
