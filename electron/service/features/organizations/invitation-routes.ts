import { v1Routes } from '../../../../shared/contract/contract.ts';
import { limits } from '../../../../shared/contract/limits.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import type { Database } from '../../platform/db/database.ts';
import { bindRoute, type RouteTree } from '../../platform/http/route-tree.ts';
import { hashSecret } from '../api-keys/api-key-queries.ts';
import { createApiKey, createUnauthorizedProblem, readSecret } from '../api-keys/api-keys.ts';
import { endInvitation, findInvitation, type Invitation } from './invitation-queries.ts';
import { isSameEmail } from './is-same-email.ts';
import { updateMember } from './member-queries.ts';
import { findOrganization } from './organization-queries.ts';

/** Adds the route with which an invited person becomes a member. */
export function addInvitationRoutes(tree: RouteTree): void {
  bindRoute(tree, v1Routes.acceptInvitation, (ctx) => {
    const { db, context, events, json } = ctx;
    const { invitation, hash } = requireInvitation(db, ctx.request.headers);
    const { user_id, org_id, role, email } = invitation;
    ctx.setAuditPrincipal({ keyId: '', orgId: org_id, role, memberId: user_id });
    ctx.setAuditSubject({ id: user_id, label: email });
    const accept = () => {
      requireAcceptable(invitation, json.email, context.now());
      endInvitation(db, user_id, 'accepted');
      updateMember(db, org_id, { user_id, email, role, status: 'active' });
      const name = email.slice(0, limits.apiKeyNameLength);
      const { keyId, secret } = createApiKey(db, context, { orgId: org_id, role, name, memberId: user_id });
      events.publish({ type: 'organization.changed' }, org_id);
      events.publish({ type: 'api_key.changed', key_id: keyId }, null);
      const organization = findOrganization(db, org_id)?.name ?? '';
      return { body: { user_id, email, role, org_id, organization, key_id: keyId, secret } };
    };
    return ctx.commitOnce([hash, json], accept, (body) => ({ ...body, secret: null }));
  });
}

/** Returns the invitation whose secret the request has. Throws 401. */
function requireInvitation(db: Database, headers: Headers): { readonly invitation: Invitation; readonly hash: string } {
  const secret = readSecret(headers);
  if (secret === undefined) throw createUnauthorizedProblem(secret);
  const hash = hashSecret(secret);
  const invitation = findInvitation(db, hash);
  if (!invitation) throw new Problem('unauthorized', 'This invitation is unknown. Ask for a new one.');
  return { invitation, hash };
}

/** Throws a Problem if the person with this address cannot accept the invitation. */
function requireAcceptable({ email, outcome, removed_at, expires_at }: Invitation, address: string, now: number): void {
  if (!isSameEmail(email, address))
    throw new Problem('invitation_other_address', 'This invitation is for another email address.');
  if (outcome === 'accepted')
    throw new Problem(
      'invitation_accepted',
      'This invitation was already used. Ask for a new API key if yours is lost.',
    );
  if (outcome === 'withdrawn' || removed_at !== null)
    throw new Problem('invitation_withdrawn', 'This invitation was withdrawn. Ask for a new one.');
  if (now >= expires_at) throw new Problem('invitation_expired', 'This invitation has expired. Ask for a new one.');
}
