import * as z from 'zod';
import { authorSchema } from '../calls/call-review-fields.ts';
import { limits } from '../contract/limits.ts';
import { pageQuerySchema, pageSchema } from '../contract/paging.ts';
import { roles } from '../contract/roles.ts';
import { defineRoute } from '../contract/route.ts';
import { timestampSchema } from '../contract/timestamp.ts';
import { toPlainText } from '../text/plain-text.ts';
import { agentDefinitionSchema, newAgentDefinitionSchema } from './agent-definition.ts';
import { agentSchema, agentStatuses } from './agents.ts';

const versionNumberSchema = z.int().min(1);

const authoredSchema = z.object({
  author: authorSchema.nullable().meta({ description: 'Null if it is not known' }),
  restored_from: versionNumberSchema.nullable().meta({ description: 'The version that was restored for it' }),
});

export const agentDraftSchema = authoredSchema
  .extend({
    definition: agentDefinitionSchema,
    revision: z.int().min(1).meta({ description: 'Counts the changes of the draft' }),
    base_version: z.int().min(0).meta({ description: 'The published version when the draft was started' }),
    saved_at: timestampSchema,
  })
  .meta({ id: 'AgentDraft' });

export type AgentDraft = z.infer<typeof agentDraftSchema>;

/** An agent with everything that decides what it says. */
export const agentDetailsSchema = agentSchema
  .extend({
    status: z.enum([...agentStatuses, 'uat']).meta({
      description: 'uat: the agent of a build request that is in its acceptance test. No list has it.',
    }),
    published_version: z.int().min(0).nullable().meta({
      description:
        'Null if the remote of a linked workspace does not report it, and 0 until the delivery of an agent in its acceptance test',
    }),
    definition: agentDefinitionSchema.nullable().meta({
      description: 'The published version. Null if there is none, or if the remote does not report it.',
    }),
    draft: agentDraftSchema.nullable(),
  })
  .meta({ id: 'AgentDetails' });

export type AgentDetails = z.infer<typeof agentDetailsSchema>;

const agentVersionSummarySchema = authoredSchema
  .extend({
    version: versionNumberSchema,
    note: z.string(),
    published_at: timestampSchema,
    changed_fields: z.array(z.string()).meta({
      description: 'Labels of the fields in which it differs from the version before it. Empty for the first version.',
    }),
  })
  .meta({ id: 'AgentVersionSummary' });

export type AgentVersionSummary = z.infer<typeof agentVersionSummarySchema>;

export const agentVersionSchema = agentVersionSummarySchema
  .extend({ definition: agentDefinitionSchema })
  .meta({ id: 'AgentVersion' });

export type AgentVersion = z.infer<typeof agentVersionSchema>;

const agentParams = z.object({ agent_id: z.string().max(limits.idLength) });
const versionParams = agentParams.extend({ version: z.coerce.number().int().min(1).max(1_000_000) });

const read = { tag: 'Agents', method: 'get', roles, extension: true, status: 200 } as const;
const write = { tag: 'Agents', roles: ['admin', 'manager'], extension: true, status: 200, ifMatch: true } as const;
const writeProblems = ['agent_not_found', 'not_available_on_remote'] as const;

export const getAgent = defineRoute({
  ...read,
  id: 'getAgent',
  path: '/agents/{agent_id}',
  summary: 'Get an agent',
  description: 'Returns the published version of the agent, and its draft if it has one.',
  params: agentParams,
  response: agentDetailsSchema,
  problems: ['agent_not_found', 'remote_failed'],
});

export const saveAgentDraft = defineRoute({
  ...write,
  id: 'saveAgentDraft',
  method: 'put',
  path: '/agent-drafts/{agent_id}',
  summary: 'Save the draft of an agent',
  description: 'Stores the draft, which can be unfinished. Calls use it only after it is published.',
  params: agentParams,
  json: z.object({ definition: newAgentDefinitionSchema }),
  response: agentDetailsSchema,
  problems: writeProblems,
});

export const deleteAgentDraft = defineRoute({
  ...write,
  id: 'deleteAgentDraft',
  method: 'delete',
  path: '/agent-drafts/{agent_id}',
  summary: 'Delete the draft of an agent',
  description: 'Discards the draft. The published version stays.',
  params: agentParams,
  response: agentDetailsSchema,
  problems: [...writeProblems, 'agent_draft_missing'],
});

export const publishAgentVersion = defineRoute({
  ...write,
  id: 'publishAgentVersion',
  method: 'post',
  path: '/agent-versions/{agent_id}',
  summary: 'Publish a version of an agent',
  description:
    'Publishes the draft as the next version. Calls that are in progress keep the version with which they started.',
  params: agentParams,
  json: z.object({ note: z.string().overwrite(toPlainText).max(limits.agentNoteLength).default('') }),
  status: 201,
  response: agentDetailsSchema,
  problems: [...writeProblems, 'agent_draft_missing', 'agent_definition_invalid'],
});

export const listAgentVersions = defineRoute({
  ...read,
  id: 'listAgentVersions',
  path: '/agent-versions/{agent_id}',
  summary: 'List the versions of an agent',
  description: 'Returns the published versions, newest first.',
  params: agentParams,
  query: pageQuerySchema,
  response: pageSchema(agentVersionSummarySchema).meta({ id: 'AgentVersionPage' }),
  problems: ['agent_not_found', 'remote_failed'],
});

export const getAgentVersion = defineRoute({
  ...read,
  id: 'getAgentVersion',
  path: '/agent-versions/{agent_id}/{version}',
  summary: 'Get a version of an agent',
  description: 'Returns one published version.',
  params: versionParams,
  response: agentVersionSchema,
  problems: ['agent_not_found', 'agent_version_not_found', 'remote_failed'],
});

export const restoreAgentVersion = defineRoute({
  ...write,
  id: 'restoreAgentVersion',
  method: 'post',
  path: '/agent-versions/{agent_id}/{version}/restore',
  summary: 'Restore a version of an agent',
  description: 'Replaces the draft with this version. Publish the draft to use it in calls.',
  params: versionParams,
  response: agentDetailsSchema,
  problems: [...writeProblems, 'agent_version_not_found'],
});

const comparedSchema = z
  .union([z.literal('draft'), z.coerce.number().int().min(1).max(1_000_000)])
  .meta({ type: 'string', pattern: '^(draft|[1-9][0-9]*)$', description: 'The number of a version, or `draft`' });

export const compareAgentVersions = defineRoute({
  ...read,
  id: 'compareAgentVersions',
  path: '/agent-comparisons/{agent_id}',
  summary: 'Compare versions of an agent',
  description:
    'Returns the differences between two versions, or a version and the draft, field by field. Default: the published version and the draft.',
  params: agentParams,
  query: z.object({ from: comparedSchema.optional(), to: comparedSchema.default('draft') }),
  response: z
    .object({
      changes: z.array(
        z.object({
          path: z.string().meta({ description: 'RFC 6901 JSON Pointer to the field in the definition' }),
          label: z.string(),
          before: z.string().nullable(),
          after: z.string().nullable(),
        }),
      ),
    })
    .meta({ id: 'AgentComparison' }),
  problems: ['agent_not_found', 'agent_version_not_found', 'agent_draft_missing', 'remote_failed'],
});
