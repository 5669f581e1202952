import * as z from 'zod';
import { isPeriod, periodError, periodFields } from './insights.ts';
import { roles } from '../contract/roles.ts';
import { defineRoute } from '../contract/route.ts';
import { timestampSchema } from '../contract/timestamp.ts';

/** The passages that are cited most are compared with others. */
export const comparedPassagesMax = 100;

/** The latest questions of a passage are considered. */
export const questionsPerPassageMax = 25;

/** The contradictions whose passages are cited most are returned. */
export const contradictionsMax = 20;

/** Different numbers of the same unit, or a negation in one of the sentences only. */
export const conflictKinds = ['number', 'negation'] as const;

export type ConflictKind = (typeof conflictKinds)[number];

const count = z.int().min(0);

const contradictingPassageSchema = z.object({
  document_id: z.string(),
  title: z.string(),
  chunk_id: z.string(),
  page: z.int().min(1).nullable(),
  sentence: z.string(),
  part: z.string().nullable().meta({ description: 'The part that differs; null in the sentence without a negation' }),
});

export const contradictionSchema = z
  .object({
    contradiction_id: z.string().meta({ description: 'Stays the same until one of the sentences changes' }),
    kind: z.enum(conflictKinds),
    question: z.string().meta({ description: 'The latest question that both passages concern' }),
    call: z.object({
      call_id: z.string(),
      agent_name: z.string(),
      recipient_number: z.string(),
      called_at: timestampSchema,
      position: count.meta({ description: 'Position of the answer in the call' }),
      start_seconds: z.number().min(0).meta({ description: 'Start of the answer in the recording' }),
    }),
    cited: contradictingPassageSchema.meta({ description: 'The passage that the answer cites' }),
    count: count.meta({ description: 'Answers that cite it' }),
    other: contradictingPassageSchema.meta({ description: 'The passage that may contradict it' }),
  })
  .meta({ id: 'Contradiction' });

export type Contradiction = z.infer<typeof contradictionSchema>;

export const contradictionListSchema = z
  .object({
    data: z
      .array(contradictionSchema)
      .meta({ description: `Candidates, most cited first, at most ${contradictionsMax}` }),
    total: count.meta({ description: 'Number of candidates' }),
    pending_count: count.meta({ description: 'Number of questions whose passages are still being compared' }),
  })
  .meta({ id: 'ContradictionList' });

export type ContradictionList = z.infer<typeof contradictionListSchema>;

export const listContradictions = defineRoute({
  id: 'listContradictions',
  method: 'get',
  path: '/insights/contradictions',
  summary: 'List possible contradictions',
  description: `Compares the ${comparedPassagesMax} most cited passages of a period with other passages about the same questions. Returns pairs of sentences with different numbers, or with a negation in only one of them. They are candidates: a person must decide whether they contradict each other.`,
  tag: 'Insights',
  roles,
  extension: true,
  query: z.object(periodFields).refine(isPeriod, periodError),
  status: 200,
  response: contradictionListSchema,
  problems: ['not_available_on_remote'],
});
