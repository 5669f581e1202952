import * as z from 'zod';
import { agentOutcomeSchema, questionTypes } from '../agents/agent-definition.ts';
import { chosenIdSchema } from '../contract/chosen-id.ts';
import { limits } from '../contract/limits.ts';
import { roles } from '../contract/roles.ts';
import { defineRoute } from '../contract/route.ts';
import { timestampSchema } from '../contract/timestamp.ts';
import { toPlainLine } from '../text/plain-text.ts';
import { authorSchema } from './call-review-fields.ts';
import { callParams, placeCallRoles } from './calls.ts';

export const capturedFieldSchema = z
  .object({
    field: z.string(),
    question: z.string(),
    type: z.enum(questionTypes),
    choices: z.array(z.string()),
    needs_follow_up: z.boolean(),
    spoken: z.string().meta({ description: 'What the recipient said; empty if they did not answer' }),
    value: z.string().nullable().meta({
      description:
        'The answer in the form of its type: `yes` or `no`, one of the choices, `2026-11-28`, `14:30`, `1250.5`, an email address, or a text. Null if there is none.',
    }),
    answered_in: z
      .int()
      .min(0)
      .nullable()
      .meta({ description: 'Position of the turn with the answer, from 0; null if it is not known' }),
  })
  .meta({ id: 'CapturedField' });

export type CapturedField = z.infer<typeof capturedFieldSchema>;

export const correctionSchema = z
  .object({
    correction_id: z.string(),
    field: z.string().nullable().meta({ description: 'The captured field; null if the outcome was corrected' }),
    old_value: z.string().nullable(),
    new_value: z.string().nullable(),
    by: authorSchema,
    at: timestampSchema,
  })
  .meta({ id: 'Correction' });

export type Correction = z.infer<typeof correctionSchema>;

export const callOutcomeSchema = z
  .object({
    call_id: callParams.shape.call_id,
    disposition: z.string().nullable().meta({ description: 'The outcome, with corrections' }),
    is_success: z.boolean(),
    choices: z
      .array(
        agentOutcomeSchema
          .extend({ name: z.string().meta({ description: 'Of a remote, it can be long' }) })
          .meta({ id: 'OutcomeChoice' }),
      )
      .meta({ description: 'The outcomes of the version of the agent that spoke, from which a reviewer chooses' }),
    fields: z.array(capturedFieldSchema).meta({ description: 'The captured fields, with corrections' }),
    corrections: z.array(correctionSchema).meta({ description: 'The earliest correction first' }),
  })
  .meta({ id: 'CallOutcome' });

export type CallOutcome = z.infer<typeof callOutcomeSchema>;

const valueSchema = z.string().overwrite(toPlainLine).min(1).max(limits.capturedValueLength);

export const outcomeCorrectionSchema = z.object({
  disposition: valueSchema
    .nullable()
    .optional()
    .meta({ description: 'One of the `choices`, or the outcome from before a correction, which can be null' }),
  fields: z
    .record(z.string().max(limits.agentFieldLength), valueSchema.nullable())
    .optional()
    .meta({ description: 'New values of captured fields; null if the recipient gave no answer' }),
  correction_id: chosenIdSchema
    .optional()
    .meta({ description: 'Chosen by the client, so that a repeated request changes nothing; a random one without it' }),
  author_id: z.string().max(limits.idLength).optional().meta({
    description: 'The `user_id` of the member who makes the correction. Without it, the API key counts as the author.',
  }),
});

export type OutcomeCorrection = z.infer<typeof outcomeCorrectionSchema>;

const common = { tag: 'Call outcomes', extension: true, status: 200, params: callParams } as const;

export const getCallOutcome = defineRoute({
  ...common,
  id: 'getCallOutcome',
  method: 'get',
  path: '/calls/{call_id}/outcome',
  summary: 'Get the outcome of a call',
  description: 'Returns the outcome and the captured fields of a call, with all corrections.',
  roles,
  response: callOutcomeSchema,
  problems: ['call_not_found'],
});

export const correctCallOutcome = defineRoute({
  ...common,
  id: 'correctCallOutcome',
  method: 'patch',
  path: '/calls/{call_id}/outcome',
  summary: 'Correct the outcome of a call',
  description:
    'Changes the outcome or captured fields of a completed call. Lists, insights and exports use the new values. The old ones are kept. The outcome “Do not call again” adds the number to the do-not-call list, where it stays until a user removes it.',
  roles: placeCallRoles,
  json: outcomeCorrectionSchema,
  response: callOutcomeSchema,
  ifMatch: true,
  problems: [
    'call_not_found',
    'call_not_completed',
    'outcome_unknown',
    'field_unknown',
    'field_value_invalid',
    'too_many_corrections',
    'author_unknown',
  ],
});
