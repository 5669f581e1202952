import * as z from 'zod';
import { toPlainLine } from '../../shared/text/plain-text.ts';
import { normalizeTag, noteStates, reviewStates } from './call-review-fields.ts';
import { callStatuses } from './call-status.ts';
import { outcomeGroups, successDescription } from './dispositions.ts';
import { limits } from '../contract/limits.ts';
import { filterTimeSchema } from '../contract/timestamp.ts';
import { scoreStates } from './score-answers.ts';

/**
 * In a `practice` call, which is free, the user plays the recipient. A `trial` is a simulated call of a draft, which is free as well. `remote` calls are made by the remote of a linked workspace.
 */
export const callModes = ['simulated', 'practice', 'trial', 'remote'] as const;

export type CallMode = (typeof callModes)[number];

/** One mode, or all calls except practice calls and trials, which insights do not count. */
export const callModeFilters = [...callModes, 'not_practice'] as const;

export const outcomeGroupSchema = z.enum(outcomeGroups);

/** A limit of a score or of a key moment. Only ended calls have key moments; all but the questions need the times of the turns. */
function createLimitSchema(max: number) {
  return z.coerce.number().int().min(1).max(max).optional();
}

export const callFilterSchema = z.object({
  status: z.enum(callStatuses).optional(),
  agent: z.string().max(limits.idLength).optional().meta({ description: 'An agent_id' }),
  disposition: z.string().max(limits.titleLength).optional(),
  outcome_group: outcomeGroupSchema.optional().meta({ description: `\`successful\`: ${successDescription}` }),
  number: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional()
    .meta({ description: 'Consecutive digits of the recipient number' }),
  from: filterTimeSchema.optional().meta({ description: 'Placed at this time or later' }),
  to: filterTimeSchema.optional().meta({ description: 'Placed before this time' }),
  mode: z.enum(callModeFilters).optional().meta({ description: 'How the call was made' }),
  tag: z
    .string()
    .overwrite(normalizeTag)
    .max(limits.tagLength)
    .optional()
    .meta({ description: 'A tag of the call, in upper or lower case' }),
  review_state: z.enum(reviewStates).optional(),
  assignee: z
    .string()
    .max(limits.idLength)
    .optional()
    .meta({ description: 'The user_id of the assignee; `none` for calls without one' }),
  score_state: z
    .enum(scoreStates)
    .optional()
    .meta({ description: 'Whether a reviewer decided at least one criterion of the scorecard' }),
  score_percent_min: createLimitSchema(100).meta({
    description: 'The total of the scorecard is at least this; calls without a total do not match',
  }),
  score_percent_below: createLimitSchema(100).meta({
    description: 'The total of the scorecard is below this; calls without a total do not match',
  }),
  reviewer: z
    .string()
    .max(limits.idLength)
    .optional()
    .meta({ description: 'Who decided a criterion: the user_id of a member, the key_id of an API key, or `window`' }),
  notes: z.enum(noteStates).optional().meta({ description: 'Whether the call has notes' }),
  agent_talk_percent_min: createLimitSchema(99).meta({
    description: 'The agent spoke at least this share of the talk time, in percent',
  }),
  monologue_seconds_min: createLimitSchema(3_600).meta({
    description: 'Seconds that one speaker spoke without a turn of the other, at least',
  }),
  interruptions_min: createLimitSchema(1_000).meta({ description: 'Interruptions by both speakers, at least' }),
  questions_min: createLimitSchema(1_000).meta({ description: 'Questions of the recipient, at least' }),
  text: z
    .string()
    .overwrite(toPlainLine)
    .max(limits.queryLength)
    .optional()
    .meta({ description: 'Words of the transcript, of the metadata, of one tag or of the notes, in any inflection' }),
});

export type CallFilter = z.infer<typeof callFilterSchema>;
