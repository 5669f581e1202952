// Public: other features may import this file.
import * as z from 'zod';
import { agentRequestStatuses } from '../../../../shared/agents/agent-request-status.ts';
import { agentStatuses } from '../../../../shared/agents/agents.ts';
import { callStatuses } from '../../../../shared/calls/call-status.ts';
import { documentKinds, documentStatuses } from '../../../../shared/knowledge/knowledge.ts';
import { limits } from '../../../../shared/contract/limits.ts';
import { memberStatuses } from '../../../../shared/organization/members.ts';
import { roles } from '../../../../shared/contract/roles.ts';
import {
  cents,
  count,
  firstOf,
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

/** `noun` names the object in an error, such as "document". `idField` is null if the object has no ID. */
function defineReader<
  const IdField extends string | null,
  Fields extends z.core.$ZodShape,
  const Essential extends string & keyof Fields,
>(noun: string, idField: IdField, essentialFields: readonly Essential[], fields: Fields) {
  return { noun, idField, essentialFields, schema: z.object(fields) };
}

/** Empty if it is missing. */
const longText = text(limits.remoteTextLength).transform((value) => value ?? '');

export const organizationReader = defineReader('organization', 'id', [], {
  id: remoteIdSchema,
  name: line(limits.titleLength),
  industry: line(limits.titleLength),
  status: line(limits.remoteStatusLength),
  subscription_tier: line(limits.titleLength),
  created_at: time,
});

export const memberReader = defineReader('member', 'user_id', ['email', 'role', 'status'], {
  user_id: remoteIdSchema,
  email: line(limits.titleLength),
  role: status(roles, 'viewer'),
  status: status(memberStatuses, 'active'),
});

export type RemoteMember = z.output<typeof memberReader.schema>;

const documentErrorSchema = z
  .union([z.object({ detail: text(limits.remoteMessageLength) }), text(limits.remoteMessageLength)])
  .transform((error) => (typeof error === 'object' && error !== null ? error.detail : error))
  .catch(null);

export const documentReader = defineReader('document', 'document_id', ['status'], {
  document_id: remoteIdSchema,
  title: line(limits.titleLength),
  status: status(documentStatuses, 'processing'),
  chunks_created: count,
  error: documentErrorSchema,
  kind: line(limits.remoteStatusLength).transform(
    (word) => documentKinds.find((kind) => kind === word?.toLowerCase()) ?? null,
  ),
  file_name: line(limits.titleLength),
  size_bytes: count,
  pages: page,
  added_at: time,
  labels: words(limits.labelLength, limits.labelsPerDocument),
  version: count,
  next_version: z
    .object({ version: count, status: line(limits.remoteStatusLength), error: documentErrorSchema })
    .nullish()
    .catch(null)
    .transform((next) => next ?? null),
  similar: z
    .object({ document_id: remoteIdSchema })
    .nullish()
    .catch(null)
    .transform((similar) => similar ?? null),
});

export type RemoteDocument = z.output<typeof documentReader.schema>;

export const passageReader = defineReader('passage', 'document_id', ['text'], {
  document_id: remoteIdSchema,
  title: line(limits.titleLength),
  chunk_id: remoteIdSchema,
  text: longText,
  page,
  score,
  dense: score,
  lexical: score,
});

export const chunkReader = defineReader('chunk', 'chunk_id', ['text'], {
  chunk_id: remoteIdSchema,
  index: count.transform((value) => value ?? 0),
  page,
  heading: line(limits.titleLength),
  text: longText,
});

export const agentReader = defineReader('agent', 'agent_id', ['name', 'status'], {
  agent_id: remoteIdSchema,
  name: line(limits.agentNameLength),
  objective: text(limits.objectiveLength),
  status: status(agentStatuses, 'active'),
  placeholders: words(limits.metadataNameLength, limits.metadataEntries),
});

export type RemoteAgent = z.output<typeof agentReader.schema>;

const turnSchema = z.object({
  speaker: line(limits.remoteStatusLength).transform((speaker) =>
    agentSpeakers.includes(speaker?.toLowerCase() ?? '') ? ('agent' as const) : ('user' as const),
  ),
  text: longText,
});

const listedCallFields = {
  call_id: remoteIdSchema,
  agent_id: remoteIdSchema.nullish().transform((id) => id ?? null),
  status: status(callStatuses, 'in_progress'),
  duration_seconds: count,
  disposition: line(limits.titleLength),
  recording_url: url,
};

export const callReader = defineReader('call', 'call_id', ['status'], {
  ...listedCallFields,
  transcript: list(turnSchema, turnsMax),
});

export type RemoteCall = z.output<typeof callReader.schema>;

/** Reads a call of a list, without its transcript: the transcripts of all calls would need too much memory. */
export const listedCallReader = defineReader('call', 'call_id', ['status'], listedCallFields);

export type ListedCall = z.output<typeof listedCallReader.schema>;

export const agentRequestReader = defineReader('build request', 'request_id', ['status'], {
  request_id: remoteIdSchema,
  name: line(limits.agentNameLength),
  objective: text(limits.objectiveLength),
  target_audience: text(limits.audienceLength),
  required_integrations: words(limits.titleLength, limits.requestIntegrations),
  status: status(agentRequestStatuses, 'pending_review'),
  assigned_engineer: line(limits.personNameLength),
  estimated_uat_date: time,
});

export type RemoteAgentRequest = z.output<typeof agentRequestReader.schema>;

export const usageReader = defineReader('usage report', null, ['billing_period', 'minutes_used', 'minutes_included'], {
  billing_period: z.object({ start: time, end: time }),
  minutes_used: count,
  minutes_included: count,
  overage_minutes: count,
  estimated_cost_usd: cents,
});

/** `estimated_cost_usd` is in cents. */
export type RemoteUsage = z.output<typeof usageReader.schema>;

export const invoiceReader = defineReader('invoice', 'invoice_id', ['amount_due_usd', 'status', 'issue_date'], {
  invoice_id: remoteIdSchema,
  amount_due_usd: cents,
  status: line(limits.remoteStatusLength),
  issue_date: time,
  pdf_url: url,
});

/** `amount_due_usd` is in cents. */
export type RemoteInvoice = z.output<typeof invoiceReader.schema>;

const seconds = z
  .number()
  .min(0)
  .max(24 * 60 * 60);

const passagesMax = 20;

const passageSchema = z.object({
  document_id: remoteIdSchema.nullish().transform((id) => id ?? null),
  title: line(limits.titleLength),
  page,
  text: text(limits.remoteTextLength),
});

/** The timeline of a call, an extension of this application. Its times are exact, so one that is wrong makes it unusable. */
export const timelineReader = defineReader('timeline', null, ['simulated', 'turns'], {
  simulated: z.boolean(),
  has_more_turns: z.boolean().nullish(),
  turns: firstOf(
    z.object({
      speaker: z.enum(['agent', 'user']),
      text: z.string().max(limits.remoteTextLength),
      start_seconds: seconds,
      end_seconds: seconds,
      passages: list(passageSchema, passagesMax),
    }),
    turnsMax,
  ),
});

export type RemoteTimeline = z.output<typeof timelineReader.schema>;
