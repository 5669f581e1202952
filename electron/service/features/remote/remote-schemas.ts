import * as z from 'zod';
import { agentRequestStatuses } from '../../../../shared/agent-request-status.ts';
import { agentStatuses } from '../../../../shared/agents.ts';
import { callStatuses } from '../../../../shared/call-status.ts';
import { documentStatuses } from '../../../../shared/knowledge.ts';
import { limits } from '../../../../shared/limits.ts';
import { memberStatuses } from '../../../../shared/organizations.ts';
import { roles } from '../../../../shared/roles.ts';
import {
  cents,
  count,
  line,
  list,
  page,
  remoteIdSchema,
  score,
  status,
  text,
  time,
  url,
  words,
} from './remote-values.ts';

export type { RemoteStatus } from './remote-values.ts';

/**
 * The objects of a remote, each as an ObjectReader. Unknown fields are ignored, and a missing field is null. The specification,
 * section 2, names the fields; the others are extensions that a remote may have.
 */

const agentSpeakers: readonly string[] = ['agent', 'assistant', 'ai', 'bot'];

const turnsMax = 10_000;

/** Empty if it is missing. */
const longText = text(limits.remoteTextLength).transform((value) => value ?? '');

export const organizationReader = {
  noun: 'organization',
  idField: 'id',
  schema: z.object({
    id: remoteIdSchema,
    name: line(limits.titleLength),
    industry: line(limits.titleLength),
    status: line(limits.remoteStatusLength),
    subscription_tier: line(limits.titleLength),
    created_at: time,
  }),
} as const;

export type RemoteOrganization = z.output<typeof organizationReader.schema>;

export const memberReader = {
  noun: 'member',
  idField: 'user_id',
  schema: z.object({
    user_id: remoteIdSchema,
    email: line(limits.titleLength),
    role: status(roles, 'viewer'),
    status: status(memberStatuses, 'active'),
  }),
} as const;

export type RemoteMember = z.output<typeof memberReader.schema>;

const documentErrorSchema = z
  .union([z.object({ detail: text(limits.remoteMessageLength) }), text(limits.remoteMessageLength)])
  .transform((error) => (typeof error === 'object' && error !== null ? error.detail : error))
  .catch(null);

export const documentReader = {
  noun: 'document',
  idField: 'document_id',
  schema: z.object({
    document_id: remoteIdSchema,
    title: line(limits.titleLength),
    status: status(documentStatuses, 'processing'),
    chunks_created: count,
    error: documentErrorSchema,
  }),
} as const;

export type RemoteDocument = z.output<typeof documentReader.schema>;

export const passageReader = {
  noun: 'passage',
  idField: 'document_id',
  schema: z.object({
    document_id: remoteIdSchema,
    title: line(limits.titleLength),
    chunk_id: remoteIdSchema,
    text: longText,
    page,
    score,
    dense: score,
    lexical: score,
  }),
} as const;

export const chunkReader = {
  noun: 'chunk',
  idField: 'chunk_id',
  schema: z.object({
    chunk_id: remoteIdSchema,
    index: count.transform((value) => value ?? 0),
    page,
    heading: line(limits.titleLength),
    text: longText,
  }),
} as const;

export const agentReader = {
  noun: 'agent',
  idField: 'agent_id',
  schema: z.object({
    agent_id: remoteIdSchema,
    name: line(limits.agentNameLength),
    objective: text(limits.objectiveLength),
    status: status(agentStatuses, 'active'),
    placeholders: words(limits.metadataNameLength, limits.metadataEntries),
  }),
} as const;

export type RemoteAgent = z.output<typeof agentReader.schema>;

const turnSchema = z.object({
  speaker: line(limits.remoteStatusLength).transform((speaker) =>
    agentSpeakers.includes(speaker?.toLowerCase() ?? '') ? ('agent' as const) : ('user' as const),
  ),
  text: longText,
});

export const callReader = {
  noun: 'call',
  idField: 'call_id',
  schema: z.object({
    call_id: remoteIdSchema,
    agent_id: remoteIdSchema.nullish().transform((id) => id ?? null),
    status: status(callStatuses, 'in_progress'),
    duration_seconds: count,
    disposition: line(limits.titleLength),
    recording_url: url,
    transcript: list(turnSchema, turnsMax),
  }),
} as const;

export type RemoteCall = z.output<typeof callReader.schema>;

export const agentRequestReader = {
  noun: 'build request',
  idField: 'request_id',
  schema: z.object({
    request_id: remoteIdSchema,
    name: line(limits.agentNameLength),
    objective: text(limits.objectiveLength),
    target_audience: text(limits.audienceLength),
    required_integrations: words(limits.titleLength, limits.requestIntegrations),
    status: status(agentRequestStatuses, 'pending_review'),
    assigned_engineer: line(limits.personNameLength),
    estimated_uat_date: time,
  }),
} as const;

export type RemoteAgentRequest = z.output<typeof agentRequestReader.schema>;

export const usageReader = {
  noun: 'usage report',
  idField: null,
  schema: z.object({
    billing_period: z.object({ start: time, end: time }),
    minutes_used: count,
    minutes_included: count,
    overage_minutes: count,
    estimated_cost_usd: cents,
  }),
} as const;

/** `estimated_cost_usd` is in cents. */
export type RemoteUsage = z.output<typeof usageReader.schema>;

export const invoiceReader = {
  noun: 'invoice',
  idField: 'invoice_id',
  schema: z.object({
    invoice_id: remoteIdSchema,
    amount_due_usd: cents,
    status: line(limits.remoteStatusLength),
    issue_date: time,
    pdf_url: url,
  }),
} as const;

/** `amount_due_usd` is in cents. */
export type RemoteInvoice = z.output<typeof invoiceReader.schema>;
