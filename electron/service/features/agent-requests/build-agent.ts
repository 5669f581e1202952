// Public: other features may import this file.
import { agentDefinitionSchema } from '../../../../shared/agents/agent-definition.ts';
import { suggestGreeting } from '../../../../shared/agents/suggest-greeting.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/database.ts';
import { findAgent, insertAgent, type AgentRow } from '../agents/agent-queries.ts';
import { saveDraft, windowAuthor } from '../agents/agent-versions.ts';
import { setBuildAgent, type AgentRequestRow } from './agent-request-queries.ts';
import { requireAgentRequest } from './require-agent-request.ts';

type BuildContext = { readonly db: Database; readonly context: Pick<Context, 'now' | 'newId'> };

/**
 * Returns the agent that is tried in the acceptance test of a build request. The first time, creates it with a draft from the request,
 * in the open transaction.
 */
export function ensureBuildAgent({ db, context }: BuildContext, request: AgentRequestRow): AgentRow {
  const { org_id } = request;
  const known = request.build_agent_id === null ? undefined : findAgent(db, org_id, request.build_agent_id);
  if (known) return known;
  const name = request.name || 'Untitled agent';
  const definition = agentDefinitionSchema.parse({
    name,
    objective: request.objective,
    audience: request.target_audience,
    greeting: suggestGreeting(request.name),
    voice: 'slt',
  });
  const { objective, audience, greeting, voice } = definition;
  const row = {
    agent_id: context.newId('agt'),
    org_id,
    name,
    objective,
    audience,
    greeting,
    voice,
    status: 'uat',
    created_at: context.now(),
    published_version: 0,
  } as const;
  const agent: AgentRow = { ...row, id: insertAgent(db, row) };
  setBuildAgent(db, request, agent.agent_id);
  saveDraft(db, agent, definition, { at: agent.created_at, author: windowAuthor });
  return agent;
}

/** Returns the agent of a build request in its acceptance test. Throws Problem `request_not_found` or `request_not_in_uat`. */
export function requireBuildAgent(ctx: BuildContext & { readonly orgId: string }, requestId: string): AgentRow {
  const request = requireAgentRequest({ ...ctx, params: { request_id: requestId } });
  requireInUat(request);
  return ensureBuildAgent(ctx, request);
}

/** Throws Problem `request_not_in_uat` unless the build request is in its acceptance test. */
export function requireInUat({ status, name, request_id }: AgentRequestRow): void {
  if (status !== 'uat')
    throw new Problem('request_not_in_uat', `“${name || request_id}” is not in its acceptance test.`);
}
