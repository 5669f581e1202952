// Public: other features may import this file.
import * as z from 'zod';
import { questionTypes } from '../../../../shared/agents/agent-definition.ts';
import { findMetadataErrors, type CallMetadata } from '../../../../shared/calls/call-metadata.ts';
import { reviewFields, reviewStates } from '../../../../shared/calls/call-review-fields.ts';
import { callStatuses } from '../../../../shared/calls/call-status.ts';
import { recipientNumberPattern } from '../../../../shared/calls/recipient-number.ts';
import { scoreAnswers } from '../../../../shared/calls/score-answers.ts';
import { criterionRuleSchema } from '../../../../shared/calls/scorecards.ts';
import { chosenIdSchema } from '../../../../shared/contract/chosen-id.ts';
import { limits } from '../../../../shared/contract/limits.ts';
import { savedItemSchema } from '../../../../shared/organization/saved-items.ts';
import { toPlainLine, toPlainText } from '../../../../shared/text/plain-text.ts';
import { isObject } from '../../platform/is-object.ts';
import { count, line, list, remoteIdSchema, status, text, time, words } from './remote-values.ts';

/** The schemas of members' work from a remote, an extension of this application. They bound text and remove control characters. */

/** A value that holds an author is null if the remote does not know the author. */
const author = z.object({ id: remoteIdSchema, name: line(limits.titleLength) });

export type RemoteAuthor = z.output<typeof author>;

const optionalAuthor = author.nullish().transform((value) => value ?? null);
const noteText = text(limits.noteLength).pipe(z.string());
const seconds = z
  .number()
  .min(0)
  .max(24 * 60 * 60);

const noteSchema = z.object({
  note_id: chosenIdSchema,
  at_seconds: seconds,
  text: noteText,
  created_at: time.pipe(z.number()),
  author: optionalAuthor,
  version_id: chosenIdSchema,
  also_written: list(
    z.object({ version_id: chosenIdSchema, text: noteText, author: optionalAuthor, written_at: time.pipe(z.number()) }),
    limits.noteTexts,
  ).transform((others) => others ?? []),
});

export type RemoteNote = z.output<typeof noteSchema>;

export const noteReader = {
  noun: 'note',
  idField: 'note_id',
  essentialFields: ['at_seconds', 'text', 'created_at', 'version_id', 'also_written'],
  schema: noteSchema,
} as const;

const position = z.int().min(1);
const call_id = remoteIdSchema;

const reviewSchema = z.object({
  tags: words(limits.tagLength, limits.tagsPerCall).transform((tags) => tags ?? []),
  review_state: z.enum(reviewStates),
  assignee: z.object({ user_id: remoteIdSchema }).nullish(),
  set_by: list(
    z.object({
      field: z.enum(reviewFields),
      tag: line(limits.tagLength),
      by: author,
      at: time.pipe(z.number()),
    }),
    limits.tagsPerCall + reviewFields.length,
  ),
});

const criterionSchema = z.object({
  name: line(limits.criterionNameLength).pipe(z.string()),
  description: text(limits.criterionDescriptionLength).transform((value) => value ?? ''),
  weight: z.int().min(1).max(limits.criterionWeight),
  rule: criterionRuleSchema.nullable(),
  index: z.int().min(0).max(limits.criteria),
});

const capturedFieldSchema = z.object({
  field: line(limits.agentFieldLength).pipe(z.string()),
  question: line(limits.agentQuestionLength).transform((value) => value ?? ''),
  type: z.enum(questionTypes),
  choices: words(limits.agentChoiceLength, limits.agentChoices).transform((choices) => choices ?? []),
  needs_follow_up: z.boolean(),
  spoken: line(limits.capturedValueLength).transform((value) => value ?? ''),
  value: line(limits.capturedValueLength),
  answered_in: count,
});

const outcomeSchema = z.object({
  disposition: line(limits.titleLength),
  is_success: z.boolean(),
  fields: list(capturedFieldSchema, limits.agentQuestions).transform((fields) => uniqueFields(fields ?? [])),
  corrections: list(
    z.object({
      correction_id: chosenIdSchema,
      field: line(limits.agentFieldLength),
      old_value: line(limits.capturedValueLength),
      new_value: line(limits.capturedValueLength),
      by: author,
      at: time.pipe(z.number()),
    }),
    limits.correctionsPerCall,
  ).transform((corrections) => corrections ?? []),
});

export type RemoteOutcome = z.output<typeof outcomeSchema>;

const followUpSchema = z.object({
  reason: line(limits.followUpReasonLength).transform((value) => value ?? ''),
  due_words: line(limits.followUpReasonLength),
  due_at: time,
  due_has_time: z.boolean(),
  created_at: time.pipe(z.number()),
  snoozed_until: time,
  done_at: time,
  changed_by: optionalAuthor,
});

export type RemoteFollowUp = z.output<typeof followUpSchema>;

function uniqueFields<Field extends { readonly field: string }>(fields: readonly Field[]): readonly Field[] {
  return [...new Map(fields.map((field) => [field.field, field])).values()];
}

const changeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('review'), position, call_id, review: reviewSchema.nullable() }),
  z.object({ kind: z.literal('note'), position, call_id, note_id: chosenIdSchema, note: noteSchema.nullable() }),
  z.object({
    kind: z.literal('score'),
    position,
    call_id,
    criterion_id: chosenIdSchema,
    score: z
      .object({ answer: z.enum(scoreAnswers), decision: z.object({ by: author, at: time.pipe(z.number()) }) })
      .nullable(),
  }),
  z.object({ kind: z.literal('outcome'), position, call_id, outcome: outcomeSchema.nullable() }),
  z.object({
    kind: z.literal('follow_up'),
    position,
    call_id,
    follow_up: z.string().max(limits.idLength),
    content: followUpSchema.nullable(),
  }),
  z.object({
    kind: z.literal('criterion'),
    position,
    criterion_id: chosenIdSchema,
    criterion: criterionSchema.nullable(),
  }),
  z.object({ kind: z.literal('saved_item'), position, saved_id: remoteIdSchema, item: savedItemSchema.nullable() }),
]);

/** A number must have the form in which this application places calls. */
const recipientNumber = z.string().regex(recipientNumberPattern).nullish();

const metadata = z
  .unknown()
  .optional()
  .refine((value) => value === undefined || (isObject(value) && findMetadataErrors(value as CallMetadata).length === 0))
  .transform((value) => toPlainMetadata(value ?? {}) as CallMetadata); // an object stays one

const changedCallSchema = z.object({
  kind: z.literal('call'),
  position,
  call_id,
  call: z
    .object({
      agent_id: remoteIdSchema,
      recipient_number: recipientNumber,
      metadata,
      simulated: z.boolean().nullish(),
      practice: z.boolean().nullish(),
      status: status(callStatuses, 'in_progress'),
      reason: line(limits.remoteMessageLength),
      duration_seconds: count,
      disposition: line(limits.titleLength),
      is_success: z
        .boolean()
        .nullish()
        .transform((value) => value ?? null),
      created_at: time.pipe(z.number()),
      answered_at: time,
      ended_at: time,
    })
    .nullable(),
});

export type CallChange = z.output<typeof changedCallSchema>;

export type ChangedCall = NonNullable<CallChange['call']>;

export const changedCallReader = {
  noun: 'call',
  idField: null,
  essentialFields: ['kind', 'position', 'call_id'],
  schema: changedCallSchema,
} as const;

/** Removes control characters from every text. */
function toPlainMetadata(value: unknown): unknown {
  if (typeof value === 'string') return toPlainText(value);
  if (Array.isArray(value)) return value.map(toPlainMetadata);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [toPlainLine(name), toPlainMetadata(entry)]));
}

export type RemoteChange = z.output<typeof changeSchema>;

export const changeReader = {
  noun: 'change',
  idField: null,
  essentialFields: ['kind', 'position'],
  schema: changeSchema,
} as const;
