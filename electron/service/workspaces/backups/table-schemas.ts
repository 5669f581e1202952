import * as z from 'zod';
import { agentRequestStatuses } from '../../../../shared/agents/agent-request-status.ts';
import { newAgentRequestSchema } from '../../../../shared/agents/agent-requests.ts';
import { voices } from '../../../../shared/agents/voices.ts';
import { documentErrorCodes } from '../../../../shared/knowledge/knowledge.ts';
import { savedItemSchema } from '../../../../shared/organization/saved-items.ts';
import { capabilityIds, connectionSettingsSchema } from '../../../../shared/workspaces/connection.ts';
import { placeCallPayloadSchema } from '../../features/calls/remote/remote-calls.ts';
import { uploadPayloadSchema } from '../../features/knowledge/remote/document-senders.ts';
import { billingTables } from './billing-tables.ts';
import { callTables } from './call-tables.ts';
import {
  rowId,
  anyId,
  sha256,
  text,
  remoteStatus,
  line,
  time,
  count,
  position,
  page,
  flag,
  embedding,
  json,
  type TableSchemas,
} from './column-values.ts';

const never = z.never();

const payloads = {
  upload_document: json(uploadPayloadSchema.and(z.object({ sha256, sizeBytes: count }))),
  delete_document: json(z.object({})),
  place_call: json(placeCallPayloadSchema),
  cancel_call: json(z.object({})),
  submit_request: json(newAgentRequestSchema),
} as const;

const cursors = {
  documents: z.string().regex(/^\d{1,15}$/),
  calls: json(
    z.object({
      newestId: z.string().nullable(),
      completeSince: z.number(),
      readAt: z.number(),
      leftOut: z.object({ count, error: text, wholeReadAt: z.number() }).optional(),
    }),
  ),
} as const;

const has = <Key extends string>(schemas: Readonly<Record<Key, z.ZodType>>, key: unknown): key is Key =>
  typeof key === 'string' && Object.hasOwn(schemas, key);

/**
 * What each column of each table can contain, beyond the types and the constraints that SQLite checks: values with which every
 * view of the workspace works. Words of a full-text index are in tables of SQLite, which checks them itself.
 */
export const tableSchemas: TableSchemas = {
  ...callTables,
  ...billingTables,
  organization: {
    columns: { org_id: anyId, name: line, industry: line, status: line, subscription_tier: line, created_at: time },
  },
  workspace: {
    columns: { workspace_id: anyId, name: line.min(1), org_id: anyId, created_at: time, kind: line },
  },
  member: { columns: { user_id: anyId, org_id: anyId, email: line, status: line, invited_at: time, role: line } },
  api_key: {
    columns: {
      key_id: anyId,
      org_id: anyId,
      name: line,
      role: line,
      sha256: line,
      hint: line,
      created_at: time,
      last_used_at: time.nullable(),
      revoked_at: time.nullable(),
      rotated_at: time.nullable(),
    },
  },
  // A backup contains no response that could be sent again.
  idempotency_record: {
    columns: {
      key_id: never,
      operation: never,
      idempotency_key: never,
      fingerprint: never,
      body: never,
      headers: never,
      created_at: never,
    },
  },
  activity: {
    columns: {
      number: z.int(),
      at: time,
      actor_id: anyId,
      actor_name: line,
      actor_hint: line.nullable(),
      role: line,
      operation: line,
      subject_id: anyId.nullable(),
      subject_label: line.nullable(),
      result: line,
      status: z.int().min(0).max(999),
      code: line.nullable(),
      request_id: anyId,
      hash: line,
    },
  },
  activity_head: {
    columns: {
      id: z.literal(1),
      rows: z
        .int()
        .min(0)
        .max(2 ** 40),
      hash: line,
    },
  },
  activity_gap: {
    columns: {
      id: rowId,
      kind: line,
      number: rowId,
      entries: rowId,
      after: time.nullable(),
      until: time,
      detected_at: time,
    },
  },
  document: {
    columns: {
      id: rowId,
      document_id: anyId,
      org_id: anyId,
      title: line,
      file_name: line,
      size_bytes: count,
      sha256: sha256.or(z.literal('')),
      status: line,
      failure: z.enum(documentErrorCodes).nullable(),
      failure_detail: line.nullable(),
      pages: count.nullable(),
      chunk_count: count,
      model: line.nullable(),
      attempts: count,
      added_at: time,
      kind: line.nullable(),
    },
    rule: ({ kind, sha256: name }) => kind !== null || name === '',
  },
  section: { columns: { document: rowId, position, page, heading: text.nullable(), text } },
  chunk: { columns: { id: rowId, document: rowId, position, page, heading: text.nullable(), text } },
  vector: { columns: { chunk: rowId, model: line, embedding } },
  agent: {
    columns: {
      id: rowId,
      agent_id: anyId,
      org_id: anyId,
      name: line,
      objective: text,
      audience: text,
      greeting: text,
      voice: z.enum(voices),
      created_at: time,
      status: line,
    },
  },
  agent_request: {
    columns: {
      id: rowId,
      request_id: anyId,
      org_id: anyId,
      name: text,
      objective: text,
      target_audience: text,
      required_integrations: json(z.array(z.string())),
      status: line,
      assigned_engineer: line.nullable(),
      estimated_uat_at: time.nullable(),
      agent_id: anyId.nullable(),
      created_at: time,
    },
  },
  agent_request_event: {
    columns: {
      request: rowId,
      position,
      at: time,
      actor_id: anyId,
      kind: line,
      value: line.nullable(),
      reason: text.nullable(),
    },
    rule: ({ kind, value }) => {
      if (kind === 'status') return z.enum(agentRequestStatuses).safeParse(value).success;
      return kind !== 'uat_date' || value === null || time.safeParse(Number(value)).success;
    },
  },
  saved_item: {
    columns: { saved_id: anyId, org_id: anyId, kind: line, name: line, value: json(z.object({})) },
    rule: ({ saved_id, kind, name, value }) =>
      savedItemSchema.safeParse({ saved_id, kind, name, value: JSON.parse(String(value)) }).success,
  },
  connection: {
    columns: {
      id: z.literal(1),
      base_url: connectionSettingsSchema.shape.base_url.refine((url) => URL.canParse(url)),
      remote_org_id: connectionSettingsSchema.shape.org_id,
      key_header: connectionSettingsSchema.shape.key_header,
      allow_http: flag,
      certificate_sha256: sha256.nullable(),
      role: line.nullable(),
      capabilities: json(z.partialRecord(z.enum(capabilityIds), z.boolean())),
      checked_at: time.nullable(),
    },
  },
  remote_item: {
    columns: {
      kind: line,
      local_id: anyId,
      remote_id: anyId,
      remote_status: remoteStatus.nullable(),
      etag: line.nullable(),
      fetched_at: time.nullable(),
      error: text.nullable(),
    },
  },
  outbox_item: {
    columns: {
      id: rowId,
      item_id: anyId,
      org_id: anyId,
      kind: line,
      state: line,
      subject_id: anyId,
      label: line,
      payload: text,
      placed_by: anyId,
      reason: text.nullable(),
      attempts: count,
      created_at: time,
      first_sent_at: time.nullable(),
      key_hash: line.nullable(),
      is_repeat_accepted: flag,
      next_attempt_at: time.nullable(),
      send_not_after: time.nullable(),
      settled_at: time.nullable(),
    },
    rule: ({ kind, payload }) => has(payloads, kind) && payloads[kind].safeParse(payload).success,
  },
  refresh: {
    columns: { part: line, refreshed_at: time.nullable(), cursor: text.nullable(), error: text.nullable() },
    rule: ({ part, cursor }) => cursor === null || (has(cursors, part) && cursors[part].safeParse(cursor).success),
  },
  // SQLite's own table of the last row ids.
  sqlite_sequence: {
    columns: {
      name: line,
      seq: z
        .int()
        .min(0)
        .max(2 ** 40),
    },
  },
};
