import * as z from 'zod';
import { agentVersionSchema } from '../calls/calls.ts';
import { isPeriod, periodError, periodFields } from './insights.ts';
import { roles } from '../contract/roles.ts';
import { defineRoute } from '../contract/route.ts';
import { timestampSchema } from '../contract/timestamp.ts';

/** The passages that are cited most are returned. */
export const citedPassagesMax = 20;

/** The latest citations of a passage are returned. */
export const citationsMax = 5;

/** The oldest documents without a citation are returned. */
export const uncitedDocumentsMax = 50;

const count = z.int().min(0);

export const citedPassageSchema = z
  .object({
    document_id: z.string(),
    title: z.string(),
    chunk_id: z.string(),
    page: z.int().min(1).nullable(),
    text: z.string(),
    count: count.meta({ description: 'Answers that cite it' }),
    citations: z
      .array(
        z.object({
          call_id: z.string(),
          agent_name: z.string(),
          agent_version: agentVersionSchema,
          recipient_number: z.string(),
          called_at: timestampSchema,
          position: count.meta({ description: 'Position of the turn in the call' }),
          start_seconds: z.number().min(0).meta({ description: 'Start of the turn in the recording' }),
        }),
      )
      .meta({ description: `The latest ${citationsMax}, latest first` }),
  })
  .meta({ id: 'CitedPassage' });

export type CitedPassage = z.infer<typeof citedPassageSchema>;

export const documentInsightsSchema = z
  .object({
    cited_passages: z
      .array(citedPassageSchema)
      .meta({ description: `The ${citedPassagesMax} most cited, most cited first` }),
    cited_passage_count: count.meta({ description: 'Passages that were cited at least once' }),
    citation_count: count.meta({ description: 'Citations of all passages' }),
    uncited_documents: z
      .array(
        z.object({
          document_id: z.string(),
          title: z.string(),
          chunks_created: count,
          added_at: timestampSchema,
        }),
      )
      .meta({ description: `The ${uncitedDocumentsMax} oldest active documents that no answer cites, oldest first` }),
    uncited_document_count: count.meta({ description: 'Active documents that no answer cites' }),
    document_count: count.meta({ description: 'Active documents that were added before the end of the period' }),
  })
  .meta({ id: 'DocumentInsights' });

export type DocumentInsights = z.infer<typeof documentInsightsSchema>;

export const getDocumentInsights = defineRoute({
  id: 'getDocumentInsights',
  method: 'get',
  path: '/insights/documents',
  summary: 'Get document insights',
  description:
    'Returns the passages that answers cite most, and the documents that no answer cites, in the calls of a period, except practice calls. Passages of deleted documents are not counted, and documents that were added later are left out.',
  tag: 'Insights',
  roles,
  extension: true,
  query: z.object(periodFields).refine(isPeriod, periodError),
  status: 200,
  response: documentInsightsSchema,
  problems: ['not_available_on_remote'],
});
