import * as z from 'zod';
import { agentDefinitionSchema, questionTypes } from '../../../../shared/agents/agent-definition.ts';
import { agentRequestStatuses } from '../../../../shared/agents/agent-request-status.ts';
import { newAgentRequestSchema } from '../../../../shared/agents/agent-requests.ts';
import { integrations } from '../../../../shared/agents/integrations.ts';
import { languageModelSettingsSchema } from '../../../../shared/agents/language-model.ts';
import { speechServerSettingsSchema } from '../../../../shared/agents/speech-server.ts';
import { personas } from '../../../../shared/agents/personas.ts';
import { voices } from '../../../../shared/agents/voices.ts';
import { invoiceSchema } from '../../../../shared/billing/invoices.ts';
import { callMetadataSchema } from '../../../../shared/calls/call-metadata.ts';
import { modelTurnSchema } from '../../../../shared/calls/model-turn.ts';
import { turnSpeechSchema } from '../../../../shared/calls/turn-speech.ts';
import { recipientNameRuleSchema } from '../../../../shared/calls/recipient-names.ts';
import { criterionRuleSchema } from '../../../../shared/calls/scorecards.ts';
import { limits } from '../../../../shared/contract/limits.ts';
import { documentChangeSchema } from '../../../../shared/knowledge/document-details.ts';
import { documentErrorCodes } from '../../../../shared/knowledge/knowledge.ts';
import { documentOmissionSchema, omissionKinds } from '../../../../shared/knowledge/omissions.ts';
import { storedSearchModelSchema } from '../../../../shared/knowledge/search-model.ts';
import { savedItemSchema } from '../../../../shared/organization/saved-items.ts';
import { centsMax } from '../../../../shared/text/money.ts';
import { connectionSettingsSchema } from '../../../../shared/workspaces/connection.ts';
import type { OutboxKind } from '../../../../shared/workspaces/sync.ts';
import { listPositionSchema } from '../../features/calls/remote/remote-call-queries.ts';
import {
  correctionPayloadSchema,
  criterionPayloadSchema,
  followUpPayloadSchema,
  notePayloadSchema,
  placeCallPayloadSchema,
  reviewPayloadSchema,
  scorePayloadSchema,
} from '../../features/calls/remote/outbox-payloads.ts';
import { savedItemPayloadSchema } from '../../features/saved-items/outbox-payload.ts';
import { uploadPayloadSchema, versionPayloadSchema } from '../../features/knowledge/remote/outbox-payloads.ts';
import { checkBaseUrl } from '../../features/remote/base-url.ts';
import { isStoredName } from '../../platform/files/stored-file-path.ts';

/**
 * What the columns of a workspace can contain, beyond the types and constraints of their tables: values with which every view
 * works. Null is allowed if the table allows it. A column that is not listed can have every value of its type.
 */

const integer = (min: number, max: number) => z.int().min(min).max(max);

/** Row ids stay exact when they are multiplied for the ids of turns, and leave room for new rows. */
const wholeNumber = integer(0, 2 ** 40);
const positiveNumber = wholeNumber.min(1);
const exactNumber = integer(0, 2 ** 52);
const anyNumber = integer(-(2 ** 52), 2 ** 52);

/** Times that `formatTimestamp` formats with a year of four digits. Those of a remote can be before 1970. */
const time = integer(Date.parse('0000-01-01T00:00:00.000Z'), Date.parse('9999-12-31T23:59:59.999Z'));
const timeName = /(?:^|_)(?:at|from|start|end|after|until)$/;

const otherId = z.string().max(limits.idLength);
const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** Finite numbers of 4 bytes. */
const isEmbedding = (bytes: Uint8Array, min: number, max: number) =>
  bytes.length % 4 === 0 &&
  bytes.length >= min * 4 &&
  bytes.length <= max * 4 &&
  new Float32Array(bytes.slice().buffer).every(Number.isFinite);

const embedding = z.instanceof(Uint8Array).refine((bytes) => isEmbedding(bytes, 384, 384));

/** Search models can have other numbers of dimensions than the built-in one. */
const chunkEmbedding = z
  .instanceof(Uint8Array)
  .refine((bytes) => isEmbedding(bytes, limits.searchModelDimensionsMin, limits.searchModelDimensions));

/** Numbers of 4 bytes. Any are compared. */
const sketch = z.instanceof(Uint8Array).refine(({ length }) => length % 4 === 0 && length <= 4_096);

/** A text that contains JSON of a schema. */
const json = (schema: z.ZodType) => z.string().transform(parseJson).pipe(schema);

function parseJson(text: string, context: z.RefinementCtx): unknown {
  try {
    const value: unknown = JSON.parse(text);
    if (!isDeep(value)) return value;
  } catch {
    // Reported below, as JSON that is too deep.
  }
  context.addIssue('This is no JSON that Switchboard stores.');
  return z.NEVER;
}

/** SQLite cannot read JSON that is much deeper than any that is stored. */
function isDeep(value: unknown, depth = 100): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 0 || Object.values(value).some((one) => isDeep(one, depth - 1));
}

const columns: Readonly<Record<string, z.ZodType>> = {
  call_id: z.string().regex(/^call_[0-9a-f]{1,64}$/),
  invoice_id: z.string().refine(isStoredName),
  sha256: hash,
  'api_key.sha256': z.string(),
  'document.sha256': hash.or(z.literal('')),
  pdf_sha256: hash,
  certificate_sha256: hash,
  embedding,
  page: positiveNumber,
  pages: positiveNumber,
  duration_ms: positiveNumber,
  'activity_gap.number': positiveNumber,
  entries: positiveNumber,
  turn: exactNumber,
  'turn.id': exactNumber,
  talk_seconds: exactNumber,
  amount_cents: integer(0, centsMax),
  chunk_position: integer(-1, 2 ** 40),
  hour: anyNumber,
  scorecard: anyNumber,
  'agent.voice': z.enum(voices),
  'agent_version.definition': json(agentDefinitionSchema),
  'trial_call.definition': json(agentDefinitionSchema),
  'acceptance_decision.position': wholeNumber,
  'trial_call.draft_revision': positiveNumber,
  'call.agent_version': positiveNumber,
  'agent_version.version': positiveNumber,
  'agent_draft.definition': json(agentDefinitionSchema),
  'agent_draft.revision': positiveNumber,
  'agent_request.required_integrations': json(z.array(z.enum(integrations))),
  'changed_item.call_id': otherId,
  'call.metadata': json(callMetadataSchema),
  'call.persona': z.enum(personas),
  'call_field.choices': json(z.array(z.string())),
  'call_field.type': z.enum(questionTypes),
  'call_setting.name_rule': json(recipientNameRuleSchema),
  'connection.archived_agents': json(z.array(otherId)),
  'connection.capabilities': json(z.record(z.string(), z.boolean())),
  'connection.key_header': connectionSettingsSchema.shape.key_header,
  'criterion.rule': json(criterionRuleSchema),
  'document.version': positiveNumber,
  'document.restored_from': positiveNumber,
  'turn_passage.version': positiveNumber,
  'document.failure': z.enum(documentErrorCodes),
  'document.omissions': json(z.array(documentOmissionSchema)),
  'omission.count': positiveNumber,
  'omission.kind': z.enum(omissionKinds),
  'language_model.settings': json(languageModelSettingsSchema),
  'speech_server.settings': json(speechServerSettingsSchema),
  'turn_speech.detail': json(turnSpeechSchema),
  'model_turn.detail': json(modelTurnSchema),
  'search_model.model': json(storedSearchModelSchema),
  'document_sketch.sketch': sketch,
  'vector.embedding': chunkEmbedding,
  'remote_invoice.status': invoiceSchema.shape.status,
};

const types: Readonly<Record<string, z.ZodType | null>> = {
  INTEGER: wholeNumber,
  REAL: z.number().positive(),
  TEXT: null,
  BLOB: null,
  // SQLite's own table of the last row ids has no types.
  '': z.string().or(wholeNumber),
};

/** Returns the schema of the values of a column; null if it can have every value of its type. */
export function findColumnSchema(table: string, column: string, type: string): z.ZodType | null {
  const schema = columns[`${table}.${column}`] ?? columns[column];
  if (schema) return schema;
  if (type === 'TEXT' && column.endsWith('_id')) return otherId;
  return type === 'INTEGER' && timeName.test(column) ? time : (types[type] ?? null);
}

const payloads: Readonly<Record<OutboxKind, z.ZodType>> = {
  upload_document: uploadPayloadSchema,
  delete_document: z.object({}),
  change_document: documentChangeSchema,
  replace_document: versionPayloadSchema,
  place_call: placeCallPayloadSchema,
  cancel_call: z.object({}),
  submit_request: newAgentRequestSchema,
  update_reviews: reviewPayloadSchema,
  write_note: notePayloadSchema,
  correct_outcome: correctionPayloadSchema,
  update_follow_up: followUpPayloadSchema,
  score_call: scorePayloadSchema,
  change_criterion: criterionPayloadSchema,
  change_saved_item: savedItemPayloadSchema,
};

/** Rows of which a value depends on another. */
export const rowSchemas: Readonly<Record<string, z.ZodType>> = {
  agent_request_event: z.union([
    z.object({ kind: z.literal('status'), value: z.enum(agentRequestStatuses) }),
    z.object({ kind: z.literal('engineer') }),
    z.object({ kind: z.literal('uat_date'), value: z.null().or(z.coerce.number().pipe(time)) }),
  ]),
  connection: z
    .object({ base_url: z.string(), allow_http: z.number() })
    .refine(({ base_url, allow_http }) => 'baseUrl' in checkBaseUrl({ base_url, allow_http: allow_http === 1 })),
  // A backup contains no response that could be sent again.
  idempotency_record: z.never(),
  invoice: z
    .object({ cycle_start: z.number(), cycle_end: z.number() })
    .refine(({ cycle_start, cycle_end }) => cycle_start < cycle_end),
  outbox_item: z.union(
    Object.entries(payloads).map(([kind, payload]) => z.object({ kind: z.literal(kind), payload: json(payload) })),
  ),
  refresh: z.union([
    z.object({ part: z.literal('calls'), cursor: json(listPositionSchema) }),
    z.object({ part: z.enum(['documents', 'call_details', 'shared_work']), cursor: z.string().regex(/^\d{1,15}$/) }),
    z.object({ cursor: z.null() }),
  ]),
  saved_item: z
    .object({ saved_id: z.string(), kind: z.string(), name: z.string(), value: json(z.unknown()) })
    .pipe(savedItemSchema),
};
