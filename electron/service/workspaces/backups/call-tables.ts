import * as z from 'zod';
import { personas } from '../../../../shared/agents/personas.ts';
import { callMetadataSchema } from '../../../../shared/calls/call-metadata.ts';
import { tagSchema } from '../../../../shared/calls/call-review-fields.ts';
import { recipientNameRuleSchema } from '../../../../shared/calls/recipient-names.ts';
import { criterionRuleSchema } from '../../../../shared/calls/scorecards.ts';
import {
  rowId,
  turnId,
  fileId,
  anyId,
  sha256,
  text,
  line,
  time,
  count,
  position,
  milliseconds,
  page,
  flag,
  bytes,
  embedding,
  json,
  type TableSchemas,
} from './column-values.ts';

/** The tables of calls, recordings, reviews and insights. */
export const callTables = {
  call: {
    columns: {
      id: rowId,
      call_id: fileId,
      org_id: anyId,
      agent_id: anyId,
      agent_name: line,
      recipient_number: line,
      persona: z.enum(personas).nullable(),
      placed_by: anyId,
      status: line,
      reason: text.nullable(),
      disposition: line.nullable(),
      duration_seconds: z.int().min(0).max(1e9),
      created_at: time,
      answered_at: time.nullable(),
      ended_at: time.nullable(),
      metadata: json(callMetadataSchema),
      speed: line,
      do_not_call_override: line.nullable(),
      mode: line,
      review_state: line,
      assignee_id: anyId.nullable(),
    },
  },
  turn: { columns: { id: turnId, speaker: line, text, start_ms: milliseconds, end_ms: milliseconds } },
  turn_passage: {
    columns: {
      turn: turnId,
      position,
      document_id: anyId,
      title: line,
      page,
      chunk_position: position,
      called_at: time.nullable(),
      agent: rowId.nullable(),
    },
  },
  call_talk: {
    columns: {
      call: rowId,
      agent_percent: z.int().min(0).max(100).nullable(),
      monologue_ms: milliseconds.nullable(),
      interruptions: count.nullable(),
      questions: count,
    },
  },
  note: {
    columns: { note_id: anyId, call: rowId, at_ms: milliseconds, text, created_at: time, author_id: anyId.nullable() },
  },
  call_tag: { columns: { call: rowId, tag: tagSchema } },
  call_setting: { columns: { org_id: anyId, name_rule: json(recipientNameRuleSchema) } },
  remote_call: {
    columns: {
      call: rowId,
      is_simulated: flag,
      has_details: flag,
      times: line,
      recording_url: line.nullable(),
      recording_error: text.nullable(),
      has_more_turns: flag,
    },
  },
  remote_passage: { columns: { turn: turnId, position, document_id: anyId, text } },
  recording: {
    columns: {
      call: rowId,
      size_bytes: count,
      sha256,
      duration_ms: milliseconds.min(1),
      peaks_per_second: z.number().positive().max(1e6),
      agent_peaks: bytes,
      user_peaks: bytes,
    },
  },
  call_count: {
    columns: {
      org_id: anyId,
      hour: z.int().min(-1e9).max(1e9),
      agent_id: anyId,
      is_answered: flag,
      disposition: line,
      calls: count,
      talk_seconds: count,
      calls_30: count,
      calls_60: count,
      calls_120: count,
      calls_180: count,
      calls_300: count,
      calls_600: count,
    },
  },
  unanswered_question: {
    columns: {
      turn: turnId,
      org_id: anyId,
      asked_at: time,
      resolved_at: time.nullable(),
      model: line.nullable(),
      embedding: embedding.nullable(),
    },
  },
  criterion: {
    columns: {
      id: rowId,
      criterion_id: anyId,
      org_id: anyId,
      position,
      name: line,
      description: line,
      weight: count,
      rule: json(criterionRuleSchema).nullable(),
      deleted_at: time.nullable(),
    },
  },
  call_score: {
    columns: {
      call: rowId,
      criterion: rowId,
      answer: line,
      reviewer_id: anyId.nullable(),
      key_id: anyId,
      decided_at: time,
    },
  },
  call_total: {
    columns: { call: rowId, org_id: anyId, scorecard: z.int(), percent: z.int().min(0).max(100).nullable() },
  },
  do_not_call: {
    columns: {
      id: rowId,
      entry_id: anyId,
      org_id: anyId,
      recipient_number: line,
      reason: line,
      source: line,
      call_id: anyId.nullable(),
      added_at: time,
    },
  },
} as const satisfies TableSchemas;
