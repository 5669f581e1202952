import type * as z from 'zod';
import type { placeSimulatedCall } from '../../../../shared/calls/simulated-calls.ts';
import type { Route } from '../../../../shared/contract/route.ts';
import type { Database } from '../../platform/db/database.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { findAgent, type AgentRow } from '../agents/agent-queries.ts';
import { requireDraft, requireValid } from '../agents/agent-versions.ts';
import { requireBuildAgent } from '../agent-requests/build-agent.ts';
import type { Trial } from '../calls/call-queries.ts';
import type { PlaceCallInput } from '../calls/place-call.ts';

type Input = z.output<typeof placeSimulatedCall.json>;

/**
 * Returns the call to place: with the agent of the request, and, if it tries a draft, what the draft says now. Throws Problem
 * `agent_draft_missing`, or `agent_definition_invalid` if the draft is unfinished.
 */
export function chooseAgent(
  ctx: Pick<RequestContext<Route>, 'db' | 'orgId' | 'context'>,
  { trial: isTrial, request_id, agent_id = '', ...input }: Input,
): PlaceCallInput {
  const { db, orgId } = ctx;
  const call = { ...input, agent_id, persona: input.persona ?? null };
  if (request_id !== undefined) {
    const agent = requireBuildAgent(ctx, request_id);
    return toTrialCall({ ...call, agent_id: agent.agent_id }, readTrial(db, agent, request_id));
  }
  if (!isTrial) return call;
  const agent = findAgent(db, orgId, agent_id);
  // A call of an unknown agent is refused with every other problem of the call.
  if (agent?.status !== 'active') return call;
  return toTrialCall(call, readTrial(db, agent, null));
}

function toTrialCall(call: PlaceCallInput, trial: Trial): PlaceCallInput {
  return { ...call, mode: call.mode === 'practice' ? 'practice' : 'trial', trial };
}

function readTrial(db: Database, agent: AgentRow, requestId: string | null): Trial {
  const { definition, revision } = requireDraft(db, agent);
  requireValid(db, agent.org_id, definition);
  return { definition, requestId, draftRevision: revision };
}
