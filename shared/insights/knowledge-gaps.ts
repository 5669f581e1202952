import * as z from 'zod';
import { isPeriod, periodError, periodFields } from './insights.ts';
import { passageSchema } from '../knowledge/knowledge.ts';
import { limits } from '../contract/limits.ts';
import { roles } from '../contract/roles.ts';
import { defineRoute } from '../contract/route.ts';
import { timestampSchema } from '../contract/timestamp.ts';

/** The latest questions of a period are compared; earlier ones are only counted. */
export const comparedQuestionsMax = 5_000;

/** The most frequent gaps of a period are returned. */
export const knowledgeGapsMax = 50;

/** The latest calls of a gap are returned with it. */
export const gapCallsMax = 5;

/** At most this many calls of a gap are returned at once. */
export const gapCallsPageSize = 50;

const count = z.int().min(0);
const questionIdSchema = z.string().max(limits.idLength);

const gapCallSchema = z
  .object({
    call_id: z.string(),
    agent_name: z.string(),
    recipient_number: z.string(),
    asked_at: timestampSchema,
    position: count.meta({ description: 'Position of the turn in the call' }),
    start_seconds: z.number().min(0).meta({ description: 'Start of the turn in the recording' }),
    question: z.string(),
  })
  .meta({ id: 'KnowledgeGapCall' });

export type KnowledgeGapCall = z.infer<typeof gapCallSchema>;

export const knowledgeGapSchema = z
  .object({
    question: z.string().meta({ description: 'The question that is closest in meaning to the others of the gap' }),
    count: count.meta({ description: 'Number of times it was asked' }),
    question_ids: z
      .array(questionIdSchema)
      .meta({ description: 'Its unresolved questions, the representative one first' }),
    calls: z.array(gapCallSchema).meta({ description: `The latest ${gapCallsMax}, latest first` }),
  })
  .meta({ id: 'KnowledgeGap' });

export type KnowledgeGap = z.infer<typeof knowledgeGapSchema>;

export const knowledgeGapListSchema = z
  .object({
    data: z
      .array(knowledgeGapSchema)
      .meta({ description: `The ${knowledgeGapsMax} most frequent, most frequent first` }),
    total: count.meta({ description: 'Number of gaps' }),
    question_count: count.meta({
      description: 'Number of unresolved questions, including pending ones and those beyond the limit of comparison',
    }),
    pending_count: count.meta({
      description: 'Number of unresolved questions that are still being embedded and belong to no gap yet',
    }),
  })
  .meta({ id: 'KnowledgeGapList' });

export type KnowledgeGapList = z.infer<typeof knowledgeGapListSchema>;

export const knowledgeGapResolutionSchema = z
  .object({
    is_resolved: z.boolean(),
    resolved_count: count.meta({ description: 'Number of questions that this request resolved' }),
    question: z.string().meta({ description: 'The question that was asked again' }),
    answer: z.string().nullable().meta({ description: 'The sentences that an agent would answer with' }),
    passage: passageSchema.nullable().meta({ description: 'The passage that answers the question now' }),
  })
  .meta({ id: 'KnowledgeGapResolution' });

export type KnowledgeGapResolution = z.infer<typeof knowledgeGapResolutionSchema>;

const common = { tag: 'Insights', extension: true } as const;

export const listKnowledgeGaps = defineRoute({
  ...common,
  id: 'listKnowledgeGaps',
  method: 'get',
  path: '/insights/knowledge-gaps',
  summary: 'List knowledge gaps',
  description: `Returns the questions of a period that the documents did not answer, grouped by meaning: the latest ${comparedQuestionsMax} unresolved questions of calls, including practice calls, but not trials.`,
  roles,
  query: z.object(periodFields).refine(isPeriod, periodError),
  status: 200,
  response: knowledgeGapListSchema,
  problems: ['not_available_on_remote'],
});

const gapQuestionIdsSchema = z
  .array(questionIdSchema)
  .min(1)
  .max(comparedQuestionsMax)
  .meta({ description: 'The `question_ids` of the gap' });

export const listKnowledgeGapCalls = defineRoute({
  ...common,
  id: 'listKnowledgeGapCalls',
  method: 'post',
  path: '/insights/knowledge-gaps/calls',
  summary: 'List the calls of a knowledge gap',
  description: `Returns the calls in which these questions were asked, latest first: for up to ${gapCallsPageSize} questions, after the first \`offset\` questions. Questions that were resolved meanwhile, or whose call was deleted, are left out.`,
  readOnly: true,
  roles,
  json: z.object({ question_ids: gapQuestionIdsSchema, offset: count.max(comparedQuestionsMax).default(0) }),
  status: 200,
  response: z.object({ data: z.array(gapCallSchema) }),
  problems: ['not_available_on_remote'],
});

export const resolveKnowledgeGap = defineRoute({
  ...common,
  id: 'resolveKnowledgeGap',
  method: 'post',
  path: '/insights/knowledge-gaps/resolve',
  summary: 'Resolve a knowledge gap',
  description:
    'Asks the first question again. If the documents answer it now, all of these questions are resolved. If not, nothing changes.',
  roles: ['admin', 'manager'],
  json: z.object({ question_ids: gapQuestionIdsSchema }),
  status: 200,
  response: knowledgeGapResolutionSchema,
  problems: ['knowledge_gap_not_found', 'not_available_on_remote'],
});
