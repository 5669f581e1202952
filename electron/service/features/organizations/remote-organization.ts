// Public: other features may import this file.
import { createHash } from 'node:crypto';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/database.ts';
import type { EventPublisher } from '../../platform/events/event-publisher.ts';
import { fetchOrganization, formatOrganizationPath } from '../remote/guard-writes.ts';
import { joinUnread, ListProblems } from '../remote/list-problems.ts';
import { readList, readObject, requireValid } from '../remote/read-remote.ts';
import { deleteRemoteItem, findByRemoteId, listRemoteItems, storeRemoteItem } from '../remote/remote-item-queries.ts';
import type { RemoteLink } from '../remote/remote-client.ts';
import { memberReader, organizationReader, type RemoteMember, type RemoteStatus } from '../remote/remote-schemas.ts';
import type { RefreshPart } from '../sync/refresh-task.ts';
import type { Member } from '../../../../shared/organization/members.ts';
import { findMember, insertMember, listMembers, removeMember, updateMember } from './member-queries.ts';
import { findOrganizationRow, updateOrganization } from './organization-queries.ts';

type OrganizationMirror = {
  readonly db: Database;
  readonly orgId: string;
  readonly link: RemoteLink;
  readonly events: EventPublisher;
  readonly context: Pick<Context, 'now'>;
};

const schedule = { activeMs: 15 * 60_000, idleMs: 15 * 60_000, isActive: () => false } as const;

/** Refreshes the profile of the organization. */
export function createOrganizationPart(mirror: OrganizationMirror): RefreshPart {
  const { db, orgId, link, events } = mirror;
  return {
    ...schedule,
    name: 'organization',
    refresh: async (signal) => {
      const requestedId = link.remoteOrgId;
      const { body } = await fetchOrganization(await link.getClient(), requestedId, signal);
      const reading = requireValid(readObject(organizationReader, body, { requestedId }));
      const { value: organization } = reading;
      const leftOut = joinUnread(reading.leftOut);
      const known = findOrganizationRow(db, orgId);
      if (!known) return leftOut;
      const { name, industry, status, subscription_tier, created_at } = organization;
      const next = {
        name: name ?? known.name,
        industry: industry ?? known.industry,
        status: status ?? known.status,
        subscription_tier: subscription_tier ?? known.subscription_tier,
        created_at: created_at ?? known.created_at,
      };
      if (JSON.stringify({ ...known, ...next }) === JSON.stringify(known)) return leftOut;
      db.transaction(() => {
        updateOrganization(db, orgId, next);
        events.publish({ type: 'organization.changed' }, orgId);
      });
      return leftOut;
    },
  };
}

/** Refreshes the members. The remote always sends all of them. */
export function createMembersPart(mirror: OrganizationMirror): RefreshPart {
  const { db, link } = mirror;
  return {
    ...schedule,
    name: 'members',
    refresh: async (signal) => {
      const client = await link.getClient();
      const path = `${formatOrganizationPath(link.remoteOrgId)}/members`;
      const { body } = await client.request({ method: 'GET', path, signal });
      const { value: list } = requireValid(readList(memberReader, body, { remoteOrgId: link.remoteOrgId }));
      const problems = new ListProblems(memberReader).add(list);
      db.transaction(() => storeMembers(mirror, list.items, problems));
      return problems.describe();
    },
  };
}

type MemberMirror = Pick<OrganizationMirror, 'db' | 'orgId' | 'events' | 'context'>;

/** Stores the remote's member after a change that was made here. Returns the member of this workspace. */
export function storeMember({ db, orgId, events, context }: MemberMirror, sent: RemoteMember): Member {
  const localId = findByRemoteId(db, 'member', sent.user_id)?.local_id;
  const user_id = localId ?? createMemberId(sent.user_id);
  const previous = findMember(db, orgId, user_id);
  const member = { user_id, ...mergeFields(sent, previous) };
  if (previous) updateMember(db, orgId, member);
  else insertMember(db, orgId, member, context.now());
  storeRemoteItem(db, { kind: 'member', local_id: user_id, remote_id: sent.user_id, fetched_at: context.now() });
  events.publish({ type: 'organization.changed' }, orgId);
  return member;
}

/** Removes a member who was removed from the remote. */
export function forgetMember({ db, orgId, events, context }: MemberMirror, userId: string): void {
  removeMember(db, orgId, userId, context.now());
  deleteRemoteItem(db, 'member', userId);
  events.publish({ type: 'organization.changed' }, orgId);
}

function mergeFields({ email, role, status }: RemoteMember, previous: Member | undefined): Omit<Member, 'user_id'> {
  return {
    email: email ?? previous?.email ?? '',
    role: getWord(role) ?? previous?.role ?? '',
    status: getWord(status) ?? previous?.status ?? '',
  };
}

/** Members that could not be read keep their last state. */
function storeMembers(
  mirror: OrganizationMirror,
  members: readonly RemoteMember[],
  { unreadable, isEachKnown }: ListProblems,
) {
  const { db, orgId, events, context } = mirror;
  const localIds = new Map(listRemoteItems(db, 'member').map(({ remote_id, local_id }) => [remote_id, local_id]));
  const known = new Map(listMembers(db, orgId).map((member) => [member.user_id, member]));
  const kept = new Set([...unreadable].map((remoteId) => localIds.get(remoteId)));
  let isChanged = false;
  for (const sent of members) {
    const remote_id = sent.user_id;
    const localId = localIds.get(remote_id);
    const previous = localId === undefined ? undefined : known.get(localId);
    const fields = mergeFields(sent, previous);
    const user_id = localId ?? createMemberId(remote_id);
    const member = { user_id, ...fields };
    if (!previous) insertMember(db, orgId, member, context.now());
    else if (JSON.stringify(member) !== JSON.stringify(previous)) updateMember(db, orgId, member);
    else {
      kept.add(user_id);
      continue;
    }
    storeRemoteItem(db, { kind: 'member', local_id: user_id, remote_id, fetched_at: context.now() });
    localIds.set(remote_id, user_id);
    known.set(user_id, member);
    kept.add(user_id);
    isChanged = true;
  }
  for (const user_id of known.keys()) {
    if (kept.has(user_id) || !isEachKnown) continue;
    removeMember(db, orgId, user_id, context.now());
    deleteRemoteItem(db, 'member', user_id);
    isChanged = true;
  }
  if (isChanged) events.publish({ type: 'organization.changed' }, orgId);
}

/** Returns the same ID each time: the calls of a member who is missing from the list for a while stay assigned. */
export function createMemberId(remoteId: string): string {
  return `usr_${createHash('sha256').update(remoteId).digest('hex').slice(0, 24)}`;
}

/** A role or status as sent by the remote, or in our form if it is known. */
function getWord(value: RemoteStatus<string> | null): string | null {
  return value && (value.word ?? value.known);
}
