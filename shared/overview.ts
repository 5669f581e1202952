import * as z from 'zod';
import { requestRecordSchema } from './agent-requests.ts';
import { attentionSchema } from './attention.ts';
import { cycleOverviewSchema } from './billing.ts';
import { callRecordSchema } from './calls.ts';
import { documentRecordSchema } from './knowledge.ts';
import { organizationSchema } from './organizations.ts';
import { roles } from './roles.ts';
import { route } from './route.ts';

const count = z.int().min(0);

/** A call with the shape of its sound: agent, then recipient, a few dozen levels from 0 to 1; null without a recording. */
export const latestCallSchema = callRecordSchema.omit({ hit: true }).extend({
  shape: z.tuple([z.array(z.number()), z.array(z.number())]).nullable(),
});

export type LatestCall = z.infer<typeof latestCallSchema>;

/** What the first room shows; a part that the role may not read is null, as the contract's own table has it. */
export const overviewSchema = z.object({
  organization: organizationSchema.nullable(),
  /** Nothing has been uploaded, called or asked for. */
  is_new: z.boolean(),
  attention: z.array(attentionSchema),
  cycle: cycleOverviewSchema.nullable(),
  /** Documents that are being read, the first of them. */
  reading: z.object({ total: count, data: z.array(documentRecordSchema) }),
  calls: z.object({ running: count, data: z.array(latestCallSchema) }),
  /** Those that are not over, newest first. */
  requests: z.array(requestRecordSchema).nullable(),
});

export type Overview = z.infer<typeof overviewSchema>;

export const getOverview = route({
  id: 'getOverview',
  method: 'get',
  path: '/overview',
  summary: 'How the open workspace stands: what needs attention, and what goes on in it',
  tag: 'Overview',
  roles,
  extension: true,
  status: 200,
  answer: overviewSchema,
  problems: ['no_workspace'],
});
