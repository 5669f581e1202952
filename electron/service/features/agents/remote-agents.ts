// Public: other features may import this file.
import { listPlaceholders } from '../../../../shared/agents/greeting.ts';
import { limits } from '../../../../shared/contract/limits.ts';
import { toPlainLine } from '../../../../shared/text/plain-text.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/database.ts';
import type { EventPublisher } from '../../platform/events/event-publisher.ts';
import { ListProblems } from '../remote/list-problems.ts';
import { fetchPages, keptListLimits } from '../remote/read-remote.ts';
import { findByRemoteId, listRemoteItems, storeRemoteItem } from '../remote/remote-item-queries.ts';
import type { RemoteLink } from '../remote/remote-client.ts';
import { agentReader, type RemoteAgent } from '../remote/remote-schemas.ts';
import type { RefreshPart } from '../sync/refresh-task.ts';
import { findAgent, insertAgent, renameAgentInCalls, updateAgent, type AgentRow } from './agent-queries.ts';

const idleMs = 5 * 60_000;

/** Refreshes the agents, if the remote has a list of them. An agent that is no longer in it is archived, because calls name it. */
export function createAgentsPart(storage: AgentStorage, link: RemoteLink): RefreshPart {
  const { db } = storage;
  return {
    name: 'agents',
    activeMs: idleMs,
    idleMs,
    isActive: () => false,
    refresh: async (signal) => {
      const client = await link.getClient();
      if (!client.capabilities.agent_list) return null;
      const agents: RemoteAgent[] = [];
      const problems = new ListProblems(agentReader);
      const list = { reader: agentReader, path: '/agents', remoteOrgId: link.remoteOrgId, maxima: keptListLimits };
      for await (const page of fetchPages(client, { ...list, signal })) {
        agents.push(...page.items);
        problems.add(page);
      }
      db.transaction(() => {
        for (const agent of agents.toReversed()) storeAgent(storage, agent); // oldest first
        if (!problems.isEachKnown) return;
        const listed = new Set([...agents.map(({ agent_id }) => agent_id), ...problems.unreadable]);
        for (const item of listRemoteItems(db, 'agent'))
          if (!listed.has(item.remote_id)) archive(storage, item.local_id);
      });
      return problems.describe();
    },
  };
}

/** The fields that the remote has. Its greeting is not known: ours only names the placeholders. */
type MirroredFields = Pick<AgentRow, 'name' | 'objective' | 'greeting' | 'status'>;

function storeAgent(storage: AgentStorage, remote: RemoteAgent): void {
  const known = findAgent(storage.db, storage.orgId, ensureAgent(storage, remote.agent_id));
  if (!known) return;
  const name = remote.name ?? known.name;
  // The calls can be stored before the list of agents is read.
  const placeholder = createPlaceholderName(remote.agent_id);
  if (known.name === placeholder && name !== placeholder)
    renameAgentInCalls(storage.db, storage.orgId, { agentId: known.agent_id, from: placeholder, to: name });
  change(storage, known, {
    name,
    objective: remote.objective ?? known.objective,
    greeting: remote.placeholders ? formatPlaceholders(remote.placeholders) : known.greeting,
    status: remote.status?.known ?? known.status,
  });
}

function archive(storage: AgentStorage, agentId: string): void {
  const known = findAgent(storage.db, storage.orgId, agentId);
  if (known) change(storage, known, { ...known, status: 'archived' });
}

function change({ db, orgId, events }: AgentStorage, known: AgentRow, fields: MirroredFields): void {
  const { name, objective, greeting, status } = fields;
  if (name === known.name && objective === known.objective && greeting === known.greeting && status === known.status)
    return;
  updateAgent(db, orgId, known.agent_id, { name, objective, greeting, status });
  events.publish({ type: 'agent.changed', agent_id: known.agent_id }, orgId);
}

function formatPlaceholders(names: readonly string[]): string {
  const text = names.map((name) => `{${name}}`).join(' ');
  return listPlaceholders(text.slice(0, limits.greetingLength))
    .map((name) => `{${name}}`)
    .join(' ');
}

/** What the mirror of the remote's agents needs. */
type AgentStorage = {
  readonly db: Database;
  readonly orgId: string;
  readonly context: Pick<Context, 'now' | 'newId'>;
  readonly events: EventPublisher;
};

/**
 * Returns the local ID of a remote agent. One that is not known yet is stored with its ID as its name, in the open
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
function createPlaceholderName(remoteId: string): string {
  return toPlainLine(remoteId).slice(0, limits.agentNameLength) || 'Unnamed agent';
}
