import * as z from 'zod';
import { integrations } from './integrations.ts';
import { limits } from '../contract/limits.ts';
import { pageQuerySchema, pageSchema, unreadableCountSchema } from '../contract/paging.ts';
import { toPlainLine, toPlainText } from '../text/plain-text.ts';
import { agentRequestStatuses } from './agent-request-status.ts';
import { defineRoute } from '../contract/route.ts';
import { syncFieldsSchema } from '../workspaces/sync.ts';
import { timestampSchema } from '../contract/timestamp.ts';
import { voices } from './voices.ts';
import type { Workspace } from '../workspaces/workspaces.ts';

const agentRequestIdSchema = z.string().max(limits.idLength);
export const agentRequestParams = z.object({ request_id: agentRequestIdSchema });

/** Lengths and integrations are checked when the request is submitted, so that an error returns 422 instead of 400. */
export const newAgentRequestSchema = z.object({
  name: z.string().overwrite(toPlainLine).default('').meta({ description: 'Name of the requested agent' }),
  objective: z.string().overwrite(toPlainText).min(1, 'Enter an objective.'),
  target_audience: z.string().overwrite(toPlainText).default(''),
  required_integrations: z.array(z.string()).default([]).meta({
    description: 'Names from GET /integrations. Case, spaces, `-` and `_` are ignored.',
  }),
});

export type NewAgentRequest = z.output<typeof newAgentRequestSchema>;

/** The fields of the service specification, section 4.5. */
export const agentRequestSchema = z
  .object({
    request_id: agentRequestIdSchema,
    status: z.enum(agentRequestStatuses),
    assigned_engineer: z.string().nullable(),
    estimated_uat_date: timestampSchema.nullable(),
  })
  .meta({ id: 'AgentRequest' });

export type AgentRequest = z.infer<typeof agentRequestSchema>;

const agentRequestSummarySchema = agentRequestSchema
  .extend({
    name: z.string(),
    objective: z.string(),
    target_audience: z.string(),
    required_integrations: z.array(z.enum(integrations)),
  })
  .meta({ id: 'AgentRequestSummary' });

export type AgentRequestSummary = z.infer<typeof agentRequestSummarySchema>;

const common = { tag: 'Agents', status: 200 } as const;
const readRoles = ['admin', 'manager'] as const;
const buildRoles = ['admin'] as const;

export const submitAgentRequest = defineRoute({
  ...common,
  id: 'submitAgentRequest',
  method: 'post',
  path: '/agents/requests',
  summary: 'Submit a build request',
  description: 'Asks the delivery team to build a custom agent.',
  roles: ['admin'],
  extension: false,
  json: newAgentRequestSchema,
  status: 201,
  response: z
    .object({ request_id: agentRequestIdSchema, status: z.literal('pending_review'), message: z.string() })
    .meta({ id: 'AgentRequestSubmitted' }),
  problems: ['integration_unsupported', 'request_invalid'],
});

export const getAgentRequest = defineRoute({
  ...common,
  id: 'getAgentRequest',
  method: 'get',
  path: '/agents/requests/{request_id}',
  summary: 'Get a build request',
  description:
    'Returns the status of the build request, its engineer and the estimated date of its acceptance test (UAT).',
  roles: readRoles,
  extension: false,
  params: agentRequestParams,
  response: agentRequestSchema,
  problems: ['request_not_found'],
});

export const listAgentRequests = defineRoute({
  ...common,
  id: 'listAgentRequests',
  method: 'get',
  path: '/agents/requests',
  summary: 'List build requests',
  description: 'Returns build requests, newest first.',
  roles: readRoles,
  extension: true,
  query: pageQuerySchema.extend({ status: z.enum(agentRequestStatuses).optional() }),
  response: pageSchema(agentRequestSummarySchema).meta({ id: 'AgentRequestPage' }),
  problems: [],
});

export const agentRequestEventSchema = z
  .object({
    at: timestampSchema,
    /** Email of the member or name of the API key; null for this application's own window without a member. */
    actor_name: z.string().nullable(),
    /** True if the remote reported it. `at` is then when it was seen. */
    by_remote: z.boolean(),
  })
  .and(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('status'), status: z.enum(agentRequestStatuses), reason: z.string().nullable() }),
      z.object({ kind: z.literal('engineer'), engineer: z.string().nullable() }),
      z.object({ kind: z.literal('uat_date'), date: timestampSchema.nullable() }),
    ]),
  );

export type AgentRequestEvent = z.infer<typeof agentRequestEventSchema>;

/** A build request with the fields that the service specification does not have. */
export const agentRequestRecordSchema = agentRequestSummarySchema.extend({
  created_at: timestampSchema,
  /** The delivered agent; null until delivery. */
  agent_id: z.string().nullable(),
  /** The agent that is tried in the acceptance test, with the definition as its draft; null before the test, and if a remote has it. */
  build_agent_id: z.string().nullable(),
  events: z.array(agentRequestEventSchema),
  ...syncFieldsSchema.shape,
});

export type AgentRequestRecord = z.infer<typeof agentRequestRecordSchema>;

const appRouteDefaults = { ...common, extension: true } as const;
const consoleProblems = ['no_workspace', 'request_not_found', 'console_unavailable'] as const;

export const listAgentRequestRecords = defineRoute({
  ...appRouteDefaults,
  id: 'listAgentRequestRecords',
  method: 'get',
  path: '/agent-requests',
  summary: 'List build requests with their history',
  roles: readRoles,
  response: z.object({ data: z.array(agentRequestRecordSchema), unreadable: unreadableCountSchema }),
  problems: ['no_workspace'],
});

/** A field that is left out keeps its value; null clears it. */
export const updateAgentRequest = defineRoute({
  ...appRouteDefaults,
  id: 'updateAgentRequest',
  method: 'patch',
  path: '/agent-requests/{request_id}',
  summary: 'Update a build request',
  description: 'Changes a build request that is neither delivered nor rejected.',
  roles: buildRoles,
  params: agentRequestParams,
  json: z.object({
    assigned_engineer: z
      .string()
      .overwrite(toPlainLine)
      .min(1, 'Enter a name.')
      .max(limits.personNameLength)
      .nullable()
      .optional(),
    estimated_uat_date: timestampSchema.nullable().optional(),
  }),
  response: agentRequestRecordSchema,
  problems: [...consoleProblems, 'request_closed'],
});

export const moveAgentRequest = defineRoute({
  ...appRouteDefaults,
  id: 'moveAgentRequest',
  method: 'post',
  path: '/agent-requests/{request_id}/moves',
  summary: 'Move a build request',
  description: 'Moves a build request to another status. To deliver it, use the delivery endpoint.',
  roles: buildRoles,
  params: agentRequestParams,
  json: z.discriminatedUnion('to', [
    z.object({ to: z.enum(['pending_review', 'in_development', 'uat']) }),
    z.object({
      to: z.literal('rejected'),
      reason: z.string().overwrite(toPlainText).min(1, 'Enter a reason.').max(limits.rejectionReasonLength),
    }),
  ]),
  response: agentRequestRecordSchema,
  problems: [...consoleProblems, 'move_not_allowed'],
});

/** The agent to create. */
export const deliverySchema = z.object({
  name: z.string().overwrite(toPlainLine).min(1, 'Enter a name.').max(limits.agentNameLength),
  objective: z.string().overwrite(toPlainText).min(1, 'Enter an objective.').max(limits.objectiveLength),
  audience: z.string().overwrite(toPlainText).max(limits.audienceLength).default(''),
  greeting: z.string().overwrite(toPlainText).min(1, 'Enter a greeting.').max(limits.greetingLength),
  voice: z.enum(voices),
});

export type Delivery = z.output<typeof deliverySchema>;

export const deliverAgentRequest = defineRoute({
  ...appRouteDefaults,
  id: 'deliverAgentRequest',
  method: 'post',
  path: '/agent-requests/{request_id}/delivery',
  summary: 'Deliver a build request',
  description: 'Creates the agent, which can place calls immediately.',
  roles: buildRoles,
  params: agentRequestParams,
  json: deliverySchema,
  status: 201,
  response: agentRequestRecordSchema,
  problems: [...consoleProblems, 'move_not_allowed', 'agent_definition_invalid'],
});

const consoleWorkspaceKinds: readonly Workspace['kind'][] = ['local', 'demo'];

/** Returns whether this workspace has a delivery console. In a linked workspace the remote's team has it. */
export function hasDeliveryConsole({ kind }: Pick<Workspace, 'kind'>): boolean {
  return consoleWorkspaceKinds.includes(kind);
}
