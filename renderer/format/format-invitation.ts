import type { MemberInvitation } from '../../shared/organization/members.ts';
import { formatRole } from './format-role.ts';

export type SentInvitation = Pick<MemberInvitation, 'email' | 'role' | 'expires_at'> & {
  readonly secret: string;
  readonly organization: string;
  readonly org_id: string;
  /** Null if no other program reaches the service now. */
  readonly base_url: string | null;
};

/** The labels of the lines from which an invitation is read again. */
export const invitationLabels = {
  base_url: 'Address of the service',
  org_id: 'Organization ID',
  email: 'Your email',
  secret: 'Invitation',
} as const;

/** Returns the text that the invited person gets. */
export function formatInvitationText(invitation: SentInvitation): string {
  const { email, role, organization, org_id, base_url, secret, expires_at } = invitation;
  const address = base_url ?? 'not reachable now, ask for it';
  return [
    `You are invited to ${organization} in Switchboard with the role ${formatRole(role)}.`,
    '',
    `${invitationLabels.base_url}: ${address}`,
    `${invitationLabels.org_id}: ${org_id}`,
    `${invitationLabels.email}: ${email}`,
    `${invitationLabels.secret}: ${secret}`,
    '',
    `It works once, and only until ${expires_at.slice(0, 10)} (UTC). It returns your API key:`,
    formatAcceptCommand(invitation),
    '',
  ].join('\n');
}

/** Returns the file that the invited person gets. */
export function formatInvitationFile(invitation: SentInvitation): string {
  return `${JSON.stringify(invitation, null, 2)}\n`;
}

/** The address is checked by the service, and has no quote. */
function formatAcceptCommand({ base_url, email, secret }: SentInvitation): string {
  const json = JSON.stringify({ email });
  return `curl -H "Authorization: Bearer ${secret}" --json '${json.replaceAll("'", String.raw`'\''`)}' ${base_url ?? 'ADDRESS'}/invitations/accept`;
}
