import * as z from 'zod';
import { agentRequestRecordSchema } from '../agents/agent-requests.ts';
import { attentionSchema } from './attention.ts';
import { cycleOverviewSchema } from '../billing/billing.ts';
import { callRecordSchema } from '../calls/calls.ts';
import type { ServiceEvent } from '../contract/events.ts';
import { documentRecordSchema } from '../knowledge/knowledge.ts';
import { organizationSchema } from '../organization/organizations.ts';
import { roles } from '../contract/roles.ts';
import { defineRoute } from '../contract/route.ts';
import { timestampSchema } from '../contract/timestamp.ts';

const count = z.int().min(0);

/** The longest period for which the overview compares the number of open build requests. */
export const requestHistoryDays = 91;

/** `waveform` contains a few dozen levels from 0 to 1 for the agent, then for the recipient; null without a recording. */
export const latestCallSchema = callRecordSchema.omit({ match: true }).extend({
  waveform: z.tuple([z.array(z.number()), z.array(z.number())]).nullable(),
});

export type LatestCall = z.infer<typeof latestCallSchema>;

/** Sections that the role cannot read are null. */
export const overviewSchema = z.object({
  organization: organizationSchema.nullable(),
  /** The workspace has no documents, calls or build requests, and its remote has sent no usage. */
  is_empty: z.boolean(),
  attention: z.array(attentionSchema),
  cycle: cycleOverviewSchema.nullable(),
  /** `data` contains the first few documents in the queue. */
  processing: z.object({ total: count, data: z.array(documentRecordSchema) }),
  calls: z.object({ running: count, data: z.array(latestCallSchema) }),
  /** Build requests in progress, newest first. */
  requests: z.array(agentRequestRecordSchema).nullable(),
  /** When a build request was created (1) or closed (-1) in the last `requestHistoryDays`, oldest first. */
  request_changes: z.array(z.object({ at: timestampSchema, change: z.int() })).nullable(),
  /** The number of added and changed items since `since`; null without it. Practice calls are not counted. */
  changes: z.object({ calls: count, documents: count, requests: count.nullable() }).nullable(),
});

export type Overview = z.infer<typeof overviewSchema>;

/** The events after which the overview may differ. After `reset`, everything may. */
export const overviewEventTypes = [
  'document.changed',
  'document.deleted',
  'call.changed',
  'recipient_name_rule.changed',
  'agent_request.changed',
  'organization.changed',
  'usage.changed',
  'sync.changed',
  'backups.changed',
  'workspaces.changed',
] as const satisfies readonly ServiceEvent['type'][];

export const getOverview = defineRoute({
  id: 'getOverview',
  method: 'get',
  path: '/overview',
  summary: 'Get the overview',
  description: 'Returns the items that need attention, current usage, running work and the latest calls.',
  tag: 'Overview',
  roles,
  extension: true,
  query: z.object({ since: z.iso.datetime().optional() }),
  status: 200,
  response: overviewSchema,
  problems: ['no_workspace'],
});
