import * as z from 'zod';
import { findIntegration, integrationNames, integrations, type Integration } from './integrations.ts';
import { limits } from './limits.ts';
import { pageQuerySchema, pageSchema } from './paging.ts';
import { toPlainLine, toPlainText } from './plain-text.ts';
import type { InputError } from './problems.ts';
import { requestStatuses } from './request-status.ts';
import { route } from './route.ts';
import { timestampSchema } from './timestamp.ts';
import { unreadableSchema } from './unreadable.ts';
import { voices } from './voices.ts';
import type { Workspace } from './workspaces.ts';

const requestId = z.string().max(limits.idLength);
export const requestParams = z.object({ request_id: requestId });

/** What is asked for; how long it may be, and of which integrations, is judged by `findRequestErrors`, which says 422 instead of 400. */
export const newRequestSchema = z.object({
  name: z.string().overwrite(toPlainLine).default('').meta({ description: 'Name of the requested agent' }),
  objective: z.string().overwrite(toPlainText).min(1, 'The objective is empty.'),
  target_audience: z.string().overwrite(toPlainText).default(''),
  required_integrations: z.array(z.string()).default([]).meta({
    description: 'Names as GET /integrations has them, without regard to case, spaces, `-` and `_`',
  }),
});

export type NewRequest = z.output<typeof newRequestSchema>;

/** Where a build request stands: the four fields of the specification, section 4.5. */
export const requestSchema = z
  .object({
    request_id: requestId,
    status: z.enum(requestStatuses),
    assigned_engineer: z.string().nullable(),
    estimated_uat_date: timestampSchema.nullable(),
  })
  .meta({ id: 'AgentRequest' });

export type AgentRequest = z.infer<typeof requestSchema>;

const requestSummarySchema = requestSchema
  .extend({
    name: z.string(),
    objective: z.string(),
    target_audience: z.string(),
    required_integrations: z.array(z.enum(integrations)),
  })
  .meta({ id: 'AgentRequestSummary' });

export type AgentRequestSummary = z.infer<typeof requestSummarySchema>;

const common = { tag: 'Agents', status: 200 } as const;
const mayRead = ['admin', 'manager'] as const;
const mayBuild = ['admin'] as const;

export const submitRequest = route({
  ...common,
  id: 'submitAgentRequest',
  method: 'post',
  path: '/agents/requests',
  summary: 'Request an agent',
  description: 'Creates a ticket in the delivery console, so that a custom agent is built.',
  roles: ['admin'],
  extension: false,
  json: newRequestSchema,
  status: 201,
  answer: z
    .object({ request_id: requestId, status: z.literal('pending_review'), message: z.string() })
    .meta({ id: 'AgentRequestSubmitted' }),
  problems: ['too_large', 'unsupported_media_type', 'integration_unsupported', 'request_invalid'],
});

export const getRequest = route({
  ...common,
  id: 'getAgentRequest',
  method: 'get',
  path: '/agents/requests/{request_id}',
  summary: 'Get the current development phase of a build request',
  roles: mayRead,
  extension: false,
  params: requestParams,
  answer: requestSchema,
  problems: ['request_not_found'],
});

export const listRequests = route({
  ...common,
  id: 'listAgentRequests',
  method: 'get',
  path: '/agents/requests',
  summary: 'List the build requests, newest first',
  roles: mayRead,
  extension: true,
  query: pageQuerySchema.extend({ status: z.enum(requestStatuses).optional() }),
  answer: pageSchema(requestSummarySchema).meta({ id: 'AgentRequestPage' }),
  problems: [],
});

/** What happened to a request, oldest first. */
export const requestStepSchema = z
  .object({
    at: timestampSchema,
    /** Name of the API key that did it; null for this program's own window. */
    by: z.string().nullable(),
  })
  .and(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('status'), status: z.enum(requestStatuses), reason: z.string().nullable() }),
      z.object({ kind: z.literal('engineer'), engineer: z.string().nullable() }),
      z.object({ kind: z.literal('uat_date'), date: timestampSchema.nullable() }),
    ]),
  );

export type RequestStep = z.infer<typeof requestStepSchema>;

/** What the window shows of a request beyond the specification's fields. */
export const requestRecordSchema = requestSummarySchema.extend({
  created_at: timestampSchema,
  /** The agent that came of it; null until delivered. */
  agent_id: z.string().nullable(),
  steps: z.array(requestStepSchema),
});

export type RequestRecord = z.infer<typeof requestRecordSchema>;

const inWindow = { ...common, extension: true } as const;
const consoleProblems = ['no_workspace', 'request_not_found', 'no_console'] as const;

export const listRequestRecords = route({
  ...inWindow,
  id: 'listAgentRequestRecords',
  method: 'get',
  path: '/agent-requests',
  summary: 'All build requests of the open workspace with what happened to each, newest first',
  roles: mayRead,
  answer: z.object({ data: z.array(requestRecordSchema), unreadable: unreadableSchema }),
  problems: ['no_workspace'],
});

/** Delivery console: a part that is left out stays as it is, null takes it away. */
export const changeRequest = route({
  ...inWindow,
  id: 'changeAgentRequest',
  method: 'patch',
  path: '/agent-requests/{request_id}',
  summary: 'Assign an engineer or set the UAT date',
  description: 'Of a request that is not over.',
  roles: mayBuild,
  params: requestParams,
  json: z.object({
    assigned_engineer: z
      .string()
      .overwrite(toPlainLine)
      .min(1, 'The name is empty.')
      .max(limits.personNameLength)
      .nullable()
      .optional(),
    estimated_uat_date: timestampSchema.nullable().optional(),
  }),
  answer: requestRecordSchema,
  problems: [...consoleProblems, 'request_over'],
});

export const moveRequest = route({
  ...inWindow,
  id: 'moveAgentRequest',
  method: 'post',
  path: '/agent-requests/{request_id}/moves',
  summary: 'Move a request along, or reject it',
  description: 'What is delivered has a way of its own.',
  roles: mayBuild,
  params: requestParams,
  json: z.discriminatedUnion('to', [
    z.object({ to: z.enum(['pending_review', 'in_development', 'uat']) }),
    z.object({
      to: z.literal('rejected'),
      reason: z.string().overwrite(toPlainText).min(1, 'The reason is empty.').max(limits.reasonLength),
    }),
  ]),
  answer: requestRecordSchema,
  problems: [...consoleProblems, 'move_not_allowed'],
});

/** The agent that a delivery makes. */
export const deliverySchema = z.object({
  name: z.string().overwrite(toPlainLine).min(1, 'The name is empty.').max(limits.agentNameLength),
  objective: z.string().overwrite(toPlainText).min(1, 'The objective is empty.').max(limits.objectiveLength),
  audience: z.string().overwrite(toPlainText).max(limits.audienceLength).default(''),
  greeting: z.string().overwrite(toPlainText).min(1, 'The greeting is empty.').max(limits.greetingLength),
  voice: z.enum(voices),
});

export type Delivery = z.output<typeof deliverySchema>;

export const deliverRequest = route({
  ...inWindow,
  id: 'deliverAgentRequest',
  method: 'post',
  path: '/agent-requests/{request_id}/delivery',
  summary: 'Deliver an agent',
  description: 'It can place calls at once.',
  roles: mayBuild,
  params: requestParams,
  json: deliverySchema,
  status: 201,
  answer: requestRecordSchema,
  problems: [...consoleProblems, 'move_not_allowed'],
});

const consoleKinds: readonly Workspace['kind'][] = ['local', 'demo'];

/** Whether requests are worked on here; in a linked workspace the remote's team does it. */
export function hasConsole({ kind }: Pick<Workspace, 'kind'>): boolean {
  return consoleKinds.includes(kind);
}

/** The entries that name no supported integration, each with a pointer. */
export function findUnsupported(entries: readonly string[]): readonly InputError[] {
  return entries.flatMap((entry, at) => {
    if (findIntegration(entry) !== undefined) return [];
    const name =
      toPlainLine(entry) === '' ? 'An empty name' : `“${[...toPlainLine(entry)].slice(0, shownLength).join('')}”`;
    return [{ pointer: `/required_integrations/${at}`, detail: `${name} is not a supported integration.` }];
  });
}

const shownLength = 60;

/** Why a request that is otherwise well-formed cannot be taken: what is too long or too much. */
export function findRequestErrors(request: NewRequest): readonly InputError[] {
  const lengths = [
    ['name', limits.agentNameLength],
    ['objective', limits.objectiveLength],
    ['target_audience', limits.audienceLength],
  ] as const;
  const tooLong = lengths.flatMap(([field, max]) =>
    request[field].length > max
      ? [{ pointer: `/${field}`, detail: `This has ${request[field].length} characters; it may have ${max}.` }]
      : [],
  );
  const { length } = request.required_integrations;
  const detail = `These are ${length} integrations; a request names at most ${limits.requestIntegrations}.`;
  return length > limits.requestIntegrations ? [...tooLong, { pointer: '/required_integrations', detail }] : tooLong;
}

/** The integrations that are meant, each once, in the order of their first place. */
export function foldIntegrations(entries: readonly string[]): readonly Integration[] {
  return [...new Set(entries.flatMap((entry) => findIntegration(entry) ?? []))];
}

/** An integration as it is shown; what a remote knows and this program does not comes as it is. */
export function nameIntegration(written: string): string {
  const found = findIntegration(written);
  return found ? integrationNames[found] : written;
}
