import * as z from 'zod';
import { authorSchema } from './call-review-fields.ts';
import { chosenIdSchema } from '../contract/chosen-id.ts';
import { agentVersionSchema, callParams, placeCallRoles } from './calls.ts';
import { limits } from '../contract/limits.ts';
import { roles } from '../contract/roles.ts';
import { defineRoute } from '../contract/route.ts';
import { scoreAnswers } from './score-answers.ts';
import { timestampSchema } from '../contract/timestamp.ts';
import { toPlainLine, toPlainText } from '../text/plain-text.ts';

const criterionIdSchema = z.string().max(limits.idLength);

const ruleTextSchema = z.string().overwrite(toPlainLine).min(1, 'Enter the words.').max(limits.criterionRuleLength);

/** Decides a criterion from the data of a call. Words match without regard to case, as whole words. */
export const criterionRuleSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('agent_says'), text: ruleTextSchema, first_turn_only: z.boolean() }),
  z.object({ type: z.literal('agent_never_says'), text: ruleTextSchema }),
  z.object({
    type: z.literal('outcome'),
    outcomes: z
      .array(z.string().overwrite(toPlainLine).min(1).max(limits.criterionRuleLength))
      .min(1, 'Enter an outcome.')
      .max(limits.criterionOutcomes),
  }),
  /** The agent's share of the talk time. */
  z.object({ type: z.literal('talk_ratio'), max_percent: z.int().min(1).max(99) }),
  z.object({ type: z.literal('monologue'), max_seconds: z.int().min(1).max(3_600) }),
  /** The documents answered every question of the recipient. */
  z.object({ type: z.literal('questions_answered') }),
  /** A source supports each sentence of an agent that uses a language model. */
  z.object({ type: z.literal('statements_supported') }),
]);

export type CriterionRule = z.infer<typeof criterionRuleSchema>;

export type CriterionRuleType = CriterionRule['type'];

const criterionFieldsSchema = z.object({
  name: z.string().overwrite(toPlainLine).min(1, 'Enter a name.').max(limits.criterionNameLength),
  description: z.string().overwrite(toPlainText).max(limits.criterionDescriptionLength),
  weight: z.int().min(1).max(limits.criterionWeight),
  /** Null if a reviewer decides. */
  rule: criterionRuleSchema.nullable(),
});

export type NewCriterion = z.infer<typeof criterionFieldsSchema>;

export const criterionSchema = z
  .object({
    criterion_id: criterionIdSchema,
    name: z.string(),
    description: z.string().meta({ description: 'Can be empty' }),
    weight: z.int().min(1),
    rule: criterionRuleSchema.nullable(),
  })
  .meta({ id: 'Criterion' });

export type Criterion = z.infer<typeof criterionSchema>;

export const decisionSchema = z.object({ by: authorSchema, at: timestampSchema });

export type ScoreDecision = z.infer<typeof decisionSchema>;

const criterionScoreSchema = criterionSchema
  .extend({
    answer: z
      .enum(scoreAnswers)
      .nullable()
      .meta({ description: 'The answer of a reviewer, otherwise the rule’s; null if there is neither' }),
    decision: decisionSchema.nullable().meta({ description: 'Null if no reviewer decided' }),
    rule_answer: z.enum(scoreAnswers).nullable(),
    rule_turn: z.int().min(0).nullable().meta({ description: 'Position of the turn that decided the rule, from 0' }),
  })
  .meta({ id: 'CriterionScore' });

export type CriterionScore = z.infer<typeof criterionScoreSchema>;

export const scorecardSchema = z
  .object({
    call_id: callParams.shape.call_id,
    agent_version: agentVersionSchema,
    total_percent: z.int().min(0).max(100).nullable().meta({
      description:
        'Weight of the criteria answered yes, in percent of those answered yes or no; null if there are none',
    }),
    criteria: z.array(criterionScoreSchema),
    deleted_criteria: z
      .array(
        z.object({
          criterion_id: z.string(),
          name: z.string(),
          answer: z.enum(scoreAnswers),
          decision: decisionSchema,
        }),
      )
      .meta({ description: 'Answers of reviewers from before the criterion was deleted. Not part of the total.' }),
  })
  .meta({ id: 'Scorecard' });

export type Scorecard = z.infer<typeof scorecardSchema>;

const common = { tag: 'Scorecards', extension: true, status: 200 } as const;
const adminRoles = ['admin'] as const;
const criterionParams = z.object({ criterion_id: criterionIdSchema });

export const getScorecard = defineRoute({
  ...common,
  id: 'getScorecard',
  method: 'get',
  path: '/calls/{call_id}/scorecard',
  summary: 'Get the scorecard of a call',
  description: 'Returns each criterion with its answer, and the total. Rules are evaluated for this response.',
  roles,
  params: callParams,
  response: scorecardSchema,
  problems: ['call_not_found'],
});

export const scoreCriterion = defineRoute({
  ...common,
  id: 'scoreCriterion',
  method: 'patch',
  path: '/calls/{call_id}/scorecard/{criterion_id}',
  summary: 'Score a criterion of a call',
  description:
    'Stores the decision of a reviewer, which replaces the rule’s. The last decision about a criterion counts.',
  roles: placeCallRoles,
  params: callParams.extend(criterionParams.shape),
  json: z.object({
    answer: z.enum(scoreAnswers).nullable().meta({ description: 'Null removes the decision' }),
    reviewer_id: z
      .string()
      .max(limits.idLength)
      .optional()
      .meta({ description: 'The user_id of the member who decided. Without it, the API key counts as the reviewer.' }),
  }),
  response: scorecardSchema,
  ifMatch: true,
  problems: ['call_not_found', 'criterion_not_found', 'criterion_deleted', 'reviewer_unknown'],
});

export const listCriteria = defineRoute({
  ...common,
  id: 'listCriteria',
  method: 'get',
  path: '/scorecard-criteria',
  summary: 'List the criteria of scorecards',
  description: 'Returns the criteria that are not deleted, in their order.',
  roles,
  response: z.object({ data: z.array(criterionSchema) }),
  problems: [],
});

export const createCriterion = defineRoute({
  ...common,
  id: 'createCriterion',
  method: 'post',
  path: '/scorecard-criteria',
  summary: 'Add a criterion',
  description: 'Adds it after the other criteria. If a criterion has the chosen `criterion_id`, changes nothing.',
  roles: adminRoles,
  json: criterionFieldsSchema.extend({
    criterion_id: chosenIdSchema.optional().meta({ description: 'Chosen by the client; a random one without it' }),
  }),
  status: 201,
  response: criterionSchema,
  problems: ['too_many_criteria', 'criterion_deleted'],
});

export const updateCriterion = defineRoute({
  ...common,
  id: 'updateCriterion',
  method: 'patch',
  path: '/scorecard-criteria/{criterion_id}',
  summary: 'Update a criterion',
  description: 'Changes or moves a criterion, or restores a deleted one with its scores.',
  roles: adminRoles,
  params: criterionParams,
  json: criterionFieldsSchema.partial().extend({
    /** The index to which it moves. */
    position: z.int().min(0).max(limits.criteria).optional(),
    is_deleted: z.literal(false).optional(),
  }),
  response: criterionSchema,
  ifMatch: true,
  problems: ['criterion_not_found', 'criterion_deleted', 'too_many_criteria'],
});

export const deleteCriterion = defineRoute({
  ...common,
  id: 'deleteCriterion',
  method: 'delete',
  path: '/scorecard-criteria/{criterion_id}',
  summary: 'Delete a criterion',
  description:
    'Removes it from scorecards and totals. The answers of reviewers are kept for exports and for a restore.',
  roles: adminRoles,
  params: criterionParams,
  response: criterionSchema,
  ifMatch: true,
  problems: ['criterion_not_found', 'criterion_deleted'],
});
