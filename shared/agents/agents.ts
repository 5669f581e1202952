import * as z from 'zod';
import { limits } from '../contract/limits.ts';
import { pageQuerySchema, pageSchema } from '../contract/paging.ts';
import { roles } from '../contract/roles.ts';
import { defineRoute } from '../contract/route.ts';
import { timestampSchema } from '../contract/timestamp.ts';
import { voices } from './voices.ts';

export const agentStatuses = ['active', 'archived'] as const;

export type AgentStatus = (typeof agentStatuses)[number];

export const agentSchema = z
  .object({
    agent_id: z.string().max(limits.idLength),
    name: z.string(),
    objective: z.string(),
    status: z.enum(agentStatuses),
    placeholders: z.array(z.string()).meta({ description: 'Metadata names that the greeting uses' }),
  })
  .meta({ id: 'Agent' });

export type Agent = z.infer<typeof agentSchema>;

const common = { tag: 'Agents', method: 'get', path: '/agents', roles, extension: true, status: 200 } as const;

export const listAgents = defineRoute({
  ...common,
  id: 'listAgents',
  summary: 'List agents',
  description: 'Returns agents, newest first.',
  query: pageQuerySchema,
  response: pageSchema(agentSchema).meta({ id: 'AgentPage' }),
  problems: [],
});

export const agentRecordSchema = agentSchema.extend({
  audience: z.string(),
  greeting: z.string().meta({
    description:
      'Contains placeholders such as {first_name}. Empty in a linked workspace, because only the remote has it',
  }),
  voice: z.enum(voices),
  created_at: timestampSchema,
  call_count: z.int().min(0).meta({ description: 'Number of calls placed' }),
  last_call_at: timestampSchema.nullable(),
});

export type AgentRecord = z.infer<typeof agentRecordSchema>;

export const listAgentRecords = defineRoute({
  ...common,
  id: 'listAgentRecords',
  summary: 'List agents with their greetings',
  response: z.object({ data: z.array(agentRecordSchema) }),
  problems: ['no_workspace'],
});

export const updateAgent = defineRoute({
  id: 'updateAgent',
  method: 'patch',
  path: '/agents/{agent_id}',
  summary: 'Update an agent',
  description: 'Archives or restores an agent. An archived agent cannot place calls; its history is kept.',
  tag: 'Agents',
  roles: ['admin'],
  extension: true,
  params: z.object({ agent_id: z.string().max(limits.idLength) }),
  json: z.object({ status: z.enum(agentStatuses) }),
  status: 200,
  response: agentRecordSchema,
  problems: ['no_workspace', 'agent_not_found', 'not_available_on_remote'],
});
