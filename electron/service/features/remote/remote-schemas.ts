import * as z from 'zod';
import { agentRequestStatuses } from '../../../../shared/agent-request-status.ts';
import { agentStatuses } from '../../../../shared/agents.ts';
import { callStatuses } from '../../../../shared/call-status.ts';
import { documentStatuses } from '../../../../shared/knowledge.ts';
import { limits } from '../../../../shared/limits.ts';
import { memberStatuses } from '../../../../shared/organizations.ts';
import { roles } from '../../../../shared/roles.ts';
import type { ObjectReader } from './read-remote.ts';
export type { RemoteStatus } from './remote-values.ts';
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

/**
 * The objects of a remote. Unknown fields are ignored, and a missing field is null. The specification, section 2, names the fields;
 * the others are extensions that a remote may have.
 */

const agentSpeakers: readonly string[] = ['agent', 'assistant', 'ai', 'bot'];

const turnsMax = 10_000;

const organizationSchema = z.object({
  id: remoteIdSchema,
  name: line(limits.titleLength),
  industry: line(limits.titleLength),
  status: line(limits.remoteStatusLength),
  subscription_tier: line(limits.titleLength),
  created_at: time,
});

export type RemoteOrganization = z.output<typeof organizationSchema>;

export const organizationReader: ObjectReader<RemoteOrganization> = {
  noun: 'organization',
  idField: 'id',
  schema: organizationSchema,
};

const memberSchema = z.object({
  user_id: remoteIdSchema,
  email: line(limits.titleLength),
  role: status(roles, 'viewer'),
  status: status(memberStatuses, 'active'),
});

export type RemoteMember = z.output<typeof memberSchema>;

export const memberReader: ObjectReader<RemoteMember> = { noun: 'member', idField: 'user_id', schema: memberSchema };

const documentErrorSchema = z
  .union([z.object({ detail: text(limits.remoteMessageLength) }), text(limits.remoteMessageLength)])
  .transform((error) => (typeof error === 'object' && error !== null ? error.detail : error))
  .catch(null);

const documentSchema = z.object({
  document_id: remoteIdSchema,
  title: line(limits.titleLength),
  status: status(documentStatuses, 'processing'),
  chunks_created: count,
  error: documentErrorSchema,
});

export type RemoteDocument = z.output<typeof documentSchema>;

export const documentReader: ObjectReader<RemoteDocument> = {
  noun: 'document',
  idField: 'document_id',
  schema: documentSchema,
};

const passageSchema = z.object({
  document_id: remoteIdSchema,
  title: line(limits.titleLength),
  chunk_id: remoteIdSchema,
  text: text(limits.remoteTextLength).transform((value) => value ?? ''),
  page,
  score,
  dense: score,
  lexical: score,
});

type RemotePassage = z.output<typeof passageSchema>;

export const passageReader: ObjectReader<RemotePassage> = {
  noun: 'passage',
  idField: 'document_id',
  schema: passageSchema,
};

const chunkSchema = z.object({
  chunk_id: remoteIdSchema,
  index: count.transform((value) => value ?? 0),
  page,
  heading: line(limits.titleLength),
  text: text(limits.remoteTextLength).transform((value) => value ?? ''),
});

type RemoteChunk = z.output<typeof chunkSchema>;

export const chunkReader: ObjectReader<RemoteChunk> = { noun: 'chunk', idField: 'chunk_id', schema: chunkSchema };

const agentSchema = z.object({
  agent_id: remoteIdSchema,
  name: line(limits.agentNameLength),
  objective: text(limits.objectiveLength),
  status: status(agentStatuses, 'active'),
  placeholders: words(limits.metadataNameLength, limits.metadataEntries),
});

export type RemoteAgent = z.output<typeof agentSchema>;

export const agentReader: ObjectReader<RemoteAgent> = { noun: 'agent', idField: 'agent_id', schema: agentSchema };

const turnSchema = z.object({
  speaker: line(limits.remoteStatusLength).transform((speaker) =>
    agentSpeakers.includes(speaker?.toLowerCase() ?? '') ? ('agent' as const) : ('user' as const),
  ),
  text: text(limits.remoteTextLength).transform((spoken) => spoken ?? ''),
});

const callSchema = z.object({
  call_id: remoteIdSchema,
  agent_id: remoteIdSchema.nullish().transform((id) => id ?? null),
  status: status(callStatuses, 'in_progress'),
  duration_seconds: count,
  disposition: line(limits.titleLength),
  recording_url: url,
  transcript: list(turnSchema, turnsMax),
});

export type RemoteCall = z.output<typeof callSchema>;

export const callReader: ObjectReader<RemoteCall> = { noun: 'call', idField: 'call_id', schema: callSchema };

const agentRequestSchema = z.object({
  request_id: remoteIdSchema,
  name: line(limits.agentNameLength),
  objective: text(limits.objectiveLength),
  target_audience: text(limits.audienceLength),
  required_integrations: words(limits.titleLength, limits.requestIntegrations),
  status: status(agentRequestStatuses, 'pending_review'),
  assigned_engineer: line(limits.personNameLength),
  estimated_uat_date: time,
});

export type RemoteAgentRequest = z.output<typeof agentRequestSchema>;

export const agentRequestReader: ObjectReader<RemoteAgentRequest> = {
  noun: 'build request',
  idField: 'request_id',
  schema: agentRequestSchema,
};

const usageSchema = z.object({
  billing_period: z.object({ start: time, end: time }),
  minutes_used: count,
  minutes_included: count,
  overage_minutes: count,
  estimated_cost_usd: cents,
});

/** `estimated_cost_usd` is in cents. */
export type RemoteUsage = z.output<typeof usageSchema>;

export const usageReader: ObjectReader<RemoteUsage> = { noun: 'usage report', idField: null, schema: usageSchema };

const invoiceSchema = z.object({
  invoice_id: remoteIdSchema,
  amount_due_usd: cents,
  status: line(limits.remoteStatusLength),
  issue_date: time,
  pdf_url: url,
});

/** `amount_due_usd` is in cents. */
export type RemoteInvoice = z.output<typeof invoiceSchema>;

export const invoiceReader: ObjectReader<RemoteInvoice> = {
  noun: 'invoice',
  idField: 'invoice_id',
  schema: invoiceSchema,
};
