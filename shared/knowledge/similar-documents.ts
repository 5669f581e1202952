import * as z from 'zod';
import { defineRoute } from '../contract/route.ts';
import { documentIdSchema, documentParams } from './knowledge.ts';

/** `replace` makes a document the new version of the similar one; `keep_both` never offers that again. */
export const similarDecisions = ['replace', 'keep_both'] as const;

export type SimilarDecision = (typeof similarDecisions)[number];

export const decideSimilarDocument = defineRoute({
  id: 'decideSimilarDocument',
  method: 'post',
  path: '/knowledge/documents/{document_id}/similar',
  summary: 'Replace a similar document, or keep both',
  description:
    'Makes the document the new version of the similar one, whose history, labels and title stay, or keeps both documents. Answers that cite the document then cite the new version.',
  tag: 'Knowledge',
  roles: ['admin', 'manager'],
  extension: true,
  params: documentParams,
  json: z.object({ similar_id: documentIdSchema, decision: z.enum(similarDecisions) }),
  status: 200,
  response: z
    .object({
      document_id: documentIdSchema.meta({ description: 'The document that has the text now' }),
      version: z.int().min(1),
    })
    .meta({ id: 'SimilarDecision' }),
  ifMatch: true,
  problems: ['document_not_found', 'document_not_replaceable', 'not_available_on_remote', 'remote_failed'],
});
