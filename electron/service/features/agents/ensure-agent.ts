// Public: other features may import this file.
import { limits } from '../../../../shared/contract/limits.ts';
import { toPlainLine } from '../../../../shared/text/plain-text.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/database.ts';
import type { EventPublisher } from '../../platform/events/event-publisher.ts';
import { findByRemoteId, storeRemoteItem } from '../remote/remote-item-queries.ts';
import { insertAgent } from './agent-queries.ts';

/** What the mirror of the remote's agents needs. */
export type AgentStorage = {
  readonly db: Database;
  readonly orgId: string;
  readonly context: Pick<Context, 'now' | 'newId'>;
  readonly events: EventPublisher;
};

/**
 * Returns the local ID of an agent of the remote. One that is not known yet is stored with its ID as its name, in the open
 * transaction.
 */
export function ensureAgent({ db, orgId, context, events }: AgentStorage, remoteId: string): string {
  const known = findByRemoteId(db, 'agent', remoteId);
  if (known) return known.local_id;
  const agent_id = context.newId('agt');
  insertAgent(db, {
    agent_id,
    org_id: orgId,
    name: createPlaceholderName(remoteId),
    objective: '',
    audience: '',
    greeting: '',
    voice: 'slt',
    status: 'active',
    created_at: context.now(),
  });
  storeRemoteItem(db, { kind: 'agent', local_id: agent_id, remote_id: remoteId });
  events.publish({ type: 'agent.changed', agent_id }, orgId);
  return agent_id;
}

/** Returns the name of an agent until the remote's list names it. */
export function createPlaceholderName(remoteId: string): string {
  return toPlainLine(remoteId).slice(0, limits.agentNameLength) || 'Unnamed agent';
}
