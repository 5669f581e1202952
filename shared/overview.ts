import * as z from 'zod';
import { agentRequestRecordSchema } from './agent-requests.ts';
import { attentionSchema } from './attention.ts';
import { cycleOverviewSchema } from './billing.ts';
import { callRecordSchema } from './calls.ts';
import { documentRecordSchema } from './knowledge.ts';
import { organizationSchema } from './organizations.ts';
import { roles } from './roles.ts';
import { defineRoute } from './route.ts';

const count = z.int().min(0);

/** A call with the shape of its sound: agent, then recipient, a few dozen levels from 0 to 1; null without a recording. */
export const latestCallSchema = callRecordSchema.omit({ match: true }).extend({
  waveform: z.tuple([z.array(z.number()), z.array(z.number())]).nullable(),
});

export type LatestCall = z.infer<typeof latestCallSchema>;

/** What the first room shows; a part that the role may not read is null, as the contract's own table has it. */
export const overviewSchema = z.object({
  organization: organizationSchema.nullable(),
  /** Nothing has been uploaded, called or asked for. */
  is_empty: z.boolean(),
  attention: z.array(attentionSchema),
  cycle: cycleOverviewSchema.nullable(),
  /** Documents that are being read, the first of them. */
  processing: z.object({ total: count, data: z.array(documentRecordSchema) }),
  calls: z.object({ running: count, data: z.array(latestCallSchema) }),
  /** Those that are not over, newest first. */
  requests: z.array(agentRequestRecordSchema).nullable(),
});

export type Overview = z.infer<typeof overviewSchema>;

export const getOverview = defineRoute({
  id: 'getOverview',
  method: 'get',
  path: '/overview',
  summary: 'How the open workspace stands: what needs attention, and what goes on in it',
  tag: 'Overview',
  roles,
  extension: true,
  status: 200,
  response: overviewSchema,
  problems: ['no_workspace'],
});
