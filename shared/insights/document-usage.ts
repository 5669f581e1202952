import * as z from 'zod';
import { roles } from '../contract/roles.ts';
import { defineRoute } from '../contract/route.ts';
import { documentIdSchema, documentParams } from '../knowledge/knowledge.ts';
import { citedPassageSchema } from './document-insights.ts';

/** The newest agents that may answer from a document are returned. */
export const usingAgentsMax = 100;

/** The latest calls that cite a document are returned. */
export const citingCallsMax = 10;

const count = z.int().min(0);

const agentUsageSchema = z.object({
  agent_id: z.string(),
  name: z.string(),
  reason: z.enum(['all', 'document', 'label']).meta({
    description: 'Whether the agent answers from all documents, from this one by its ID, or by one of its labels',
  }),
});

export type AgentUsage = z.infer<typeof agentUsageSchema>;

const documentUsageSchema = z
  .object({
    document_id: documentIdSchema,
    agents: z.array(agentUsageSchema).meta({ description: `The newest ${usingAgentsMax} of these agents` }),
    agent_count: count.meta({ description: 'Active agents that may answer from it' }),
    citations: count.meta({ description: 'Answers that cite it' }),
    calls: count.meta({ description: 'Calls with such an answer' }),
    latest_calls: z.array(citedPassageSchema.shape.citations.element).meta({
      description: `The latest ${citingCallsMax} of these calls, latest first, each with its first such answer`,
    }),
  })
  .meta({ id: 'DocumentUsage' });

export type DocumentUsage = z.infer<typeof documentUsageSchema>;

export const getDocumentUsage = defineRoute({
  id: 'getDocumentUsage',
  method: 'get',
  path: '/knowledge/documents/{document_id}/usage',
  summary: 'Show what uses a document',
  description:
    'Returns the active agents that may answer from it, and the calls, except practice calls, whose answers cite any version of it.',
  tag: 'Insights',
  roles,
  extension: true,
  params: documentParams,
  status: 200,
  response: documentUsageSchema,
  problems: ['document_not_found', 'not_available_on_remote', 'remote_failed'],
});
