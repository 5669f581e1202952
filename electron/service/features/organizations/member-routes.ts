import { isActiveAdmin, type Member } from '../../../../shared/organization/members.ts';
import { v1Routes } from '../../../../shared/contract/contract.ts';
import { limits } from '../../../../shared/contract/limits.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import { roleNames, roles } from '../../../../shared/contract/roles.ts';
import type { Route } from '../../../../shared/contract/route.ts';
import { formatTimestamp } from '../../../../shared/contract/timestamp.ts';
import { computeResourceEtag, requireMatch, respondWithEtag } from '../../platform/http/etag.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { bindRoute, type RouteTree } from '../../platform/http/route-tree.ts';
import { formatTargetLabel } from '../../platform/http/target-label.ts';
import { hashSecret } from '../api-keys/api-key-queries.ts';
import { generateSecret, type ApiKeys } from '../api-keys/api-keys.ts';
import type { RemoteLink } from '../remote/remote-client.ts';
import { addMember } from './add-member.ts';
import { endInvitation, insertInvitation } from './invitation-queries.ts';
import * as members from './member-queries.ts';
import { formatMemberPath, readInvitation, requestMember } from './remote-members.ts';
import { forgetMember, storeMember } from './remote-organization.ts';
import { requireOwnOrganization, type OrganizationContext } from './require-organization.ts';

/** `remote` is null unless the workspace is linked. */
export type MemberServices = { readonly apiKeys: ApiKeys; readonly remote: RemoteLink | null };

/** Adds the routes that manage the members of an organization. */
export function addMemberRoutes(tree: RouteTree<MemberServices>): void {
  bindRoute(tree, v1Routes.listMembers, (ctx) => {
    const data = members.listMembers(ctx.db, requireOwnOrganization(ctx).id);
    return { body: { data: [...data], total: data.length } };
  });

  bindRoute(tree, v1Routes.getMember, (ctx) => respondWithEtag(requireMember(ctx)));

  bindRoute(
    tree,
    v1Routes.inviteMember,
    async (ctx) => {
      const { json, services } = ctx;
      ctx.setAuditSubject({ label: formatTargetLabel(json.email, roleNames[json.role]) });
      const idempotencyKey = ctx.request.headers.get('Idempotency-Key');
      const key = idempotencyKey !== null && { idempotencyKey };
      const { problems } = v1Routes.inviteMember;
      const sent =
        services.remote && (await requestMember(services.remote, { method: 'POST', path: '', json, ...key, problems }));
      const invite = () => {
        if (sent) return { body: { ...storeMember(ctx, sent.member), ...readInvitation(sent.body) } };
        const member = addMember(ctx, { ...json, status: 'pending_invite' });
        return { body: { ...member, ...createInvitation(ctx, member.user_id) } };
      };
      return ctx.commitOnce(json, invite, omitSecret);
    },
    requireOwnOrganization,
  );

  bindRoute(
    tree,
    v1Routes.updateMember,
    async (ctx) => {
      const { db, orgId, found, json, services } = ctx;
      const next = { ...found, role: json.role ?? found.role, status: json.status ?? found.status };
      ctx.setAuditSubject({ label: formatTargetLabel(found.email, describeChange(found, next)) });
      requireMatch(ctx.request, () => computeResourceEtag(found));
      const { problems } = v1Routes.updateMember;
      const sent =
        services.remote &&
        (await requestMember(services.remote, { method: 'PATCH', path: formatMemberPath(db, found), json, problems }));
      return ctx.commit(() => {
        if (sent) return respondWithEtag(storeMember(ctx, sent.member));
        if (found.status === 'pending_invite' && json.status !== undefined)
          throw new Problem(
            'member_pending',
            `${found.email} has not accepted the invitation yet. Remove the member instead.`,
          );
        if (!isActiveAdmin(next)) requireOtherAdmin(ctx);
        members.updateMember(db, orgId, next);
        if (next.role !== found.role) endInvitation(db, found.user_id, 'withdrawn');
        services.apiKeys.updateOfMember(orgId, found.user_id, json.role ?? readRole(found));
        publishChange(ctx);
        return respondWithEtag(next);
      });
    },
    requireMember,
  );

  bindRoute(
    tree,
    v1Routes.removeMember,
    async (ctx) => {
      const { db, orgId, found, context, services } = ctx;
      ctx.setAuditSubject({ label: found.email });
      requireMatch(ctx.request, () => computeResourceEtag(found));
      const { problems } = v1Routes.removeMember;
      if (services.remote)
        await requestMember(services.remote, { method: 'DELETE', path: formatMemberPath(db, found), problems });
      return ctx.commit(() => {
        if (services.remote) {
          forgetMember(ctx, found.user_id);
          return { body: found };
        }
        requireOtherAdmin(ctx);
        members.removeMember(db, orgId, found.user_id, context.now());
        endInvitation(db, found.user_id, 'withdrawn');
        services.apiKeys.revokeOfMember(orgId, found.user_id);
        publishChange(ctx);
        return { body: found };
      });
    },
    requireMember,
  );

  bindRoute(
    tree,
    v1Routes.renewInvitation,
    async (ctx) => {
      const { db, found, services } = ctx;
      ctx.setAuditSubject({ id: found.user_id, label: found.email });
      const { problems } = v1Routes.renewInvitation;
      const sent =
        services.remote &&
        (await requestMember(services.remote, {
          method: 'POST',
          path: `${formatMemberPath(db, found)}/invitation`,
          problems,
        }));
      const renew = () => {
        if (sent) return { body: { ...storeMember(ctx, sent.member), ...readInvitation(sent.body) } };
        if (found.status !== 'pending_invite')
          throw new Problem('member_accepted', `${found.email} has already accepted an invitation.`);
        return { body: { ...found, ...createInvitation(ctx, found.user_id) } };
      };
      return ctx.commitOnce(found.user_id, renew, omitSecret);
    },
    requireMember,
  );
}

type MemberContext = Pick<RequestContext<Route, MemberServices>, 'db' | 'orgId' | 'context' | 'events' | 'services'>;

/** A replay returns null, because secrets are never stored. */
const omitSecret = <Body extends object>(body: Body) => ({ ...body, secret: null });

/** Creates the invitation of a member, which replaces an earlier one, in the open transaction. */
function createInvitation(ctx: MemberContext, user_id: string) {
  const { db, context } = ctx;
  const secret = generateSecret(context, 'swi');
  const created_at = context.now();
  const expires_at = created_at + limits.invitationMs;
  endInvitation(db, user_id, 'withdrawn');
  insertInvitation(db, { sha256: hashSecret(secret), user_id, created_at, expires_at });
  publishChange(ctx);
  return { secret, expires_at: formatTimestamp(expires_at) };
}

function publishChange({ events, orgId }: Pick<MemberContext, 'events' | 'orgId'>): void {
  events.publish({ type: 'organization.changed' }, orgId);
}

/** Returns the member of the path. Throws Problem `member_not_found`, or one about the organization. */
function requireMember(ctx: OrganizationContext & { readonly params: { readonly user_id: string } }): Member {
  const { user_id } = ctx.params;
  const member = members.findMember(ctx.db, requireOwnOrganization(ctx).id, user_id);
  if (!member) throw new Problem('member_not_found', `There is no member with the ID ${JSON.stringify(user_id)}.`);
  return member;
}

/** Throws Problem `last_admin` if the member is the only active Admin. */
function requireOtherAdmin({
  db,
  orgId,
  found,
}: Pick<MemberContext, 'db' | 'orgId'> & { readonly found: Member }): void {
  if (isActiveAdmin(found) && !members.hasOtherAdmin(db, orgId, found.user_id))
    throw new Problem('last_admin', `${found.email} is the last active Admin. Make another member an Admin first.`);
}

/** Members of a workspace that is not linked have a known role. */
function readRole({ role }: Member) {
  return roles.find((known) => known === role) ?? 'viewer';
}

/** Names the changed fields with their old and new values. */
function describeChange(from: Member, to: Member): string {
  const changes = [
    ...(from.role === to.role ? [] : [`role from ${formatRole(from)} to ${formatRole(to)}`]),
    ...(from.status === to.status ? [] : [`status from ${from.status} to ${to.status}`]),
  ];
  return changes.join(', ') || 'no change';
}

const formatRole = (member: Member) => roleNames[readRole(member)];
