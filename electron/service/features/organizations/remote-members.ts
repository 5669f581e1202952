import * as z from 'zod';
import { limits } from '../../../../shared/contract/limits.ts';
import { Problem, type ProblemCode } from '../../../../shared/contract/problems.ts';
import { timestampSchema } from '../../../../shared/contract/timestamp.ts';
import type { Member } from '../../../../shared/organization/members.ts';
import type { Database } from '../../platform/db/database.ts';
import { formatOrganizationPath } from '../remote/guard-writes.ts';
import { readObject, requireValid } from '../remote/read-remote.ts';
import { asProblem, type RemoteLink, type RemoteRequest } from '../remote/remote-client.ts';
import { findRemoteItem } from '../remote/remote-item-queries.ts';
import { memberReader, type RemoteMember } from '../remote/remote-schemas.ts';

type MemberRequest = Pick<RemoteRequest, 'method' | 'json' | 'idempotencyKey'> & {
  /** Below the members of the organization, with encoded parameters. */
  readonly path: string;
  /** The remote's problems that the operation returns itself. */
  readonly problems: readonly ProblemCode[];
};

/**
 * Sends a change of members to the remote at once, because nothing is changed here without it. Returns the member and the response.
 * Throws Problem `not_available_on_remote` if the remote does not list the operations.
 */
export async function requestMember(
  link: RemoteLink,
  { path, problems, ...request }: MemberRequest,
): Promise<{ readonly member: RemoteMember; readonly body: unknown }> {
  try {
    const client = await link.getClient();
    if (!client.capabilities.members)
      throw new Problem('not_available_on_remote', 'The members of this workspace are managed on its remote.');
    const { remoteOrgId } = link;
    const { body } = await client.request({
      ...request,
      path: `${formatOrganizationPath(remoteOrgId)}/members${path}`,
    });
    return { member: requireValid(readObject(memberReader, body, { remoteOrgId })).value, body };
  } catch (error) {
    throw asProblem(error, problems);
  }
}

const invitationSchema = z.object({
  secret: z.string().max(limits.titleLength).nullable(),
  expires_at: timestampSchema,
});

/** Returns the secret of a remote's invitation. Throws Problem `remote_failed` if there is none. */
export function readInvitation(body: unknown): z.output<typeof invitationSchema> {
  const { success, data } = invitationSchema.safeParse(body);
  if (!success) throw new Problem('remote_failed', 'The remote sent no invitation.');
  return data;
}

/** Returns the path of a member on the remote, below its members. */
export function formatMemberPath(db: Database, { user_id, email }: Member): string {
  const item = findRemoteItem(db, 'member', user_id);
  if (!item) throw new Problem('not_available_on_remote', `The remote does not have ${email}.`);
  return `/${encodeURIComponent(item.remote_id)}`;
}
