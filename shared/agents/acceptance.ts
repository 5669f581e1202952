import * as z from 'zod';
import { authorSchema } from '../calls/call-review-fields.ts';
import { limits } from '../contract/limits.ts';
import { defineRoute } from '../contract/route.ts';
import { timestampSchema } from '../contract/timestamp.ts';
import { toPlainText } from '../text/plain-text.ts';
import { agentRequestParams } from './agent-requests.ts';

export const acceptancePointSchema = z
  .object({
    position: z.int().min(0),
    text: z.string().meta({ description: 'A part of the objective of the build request' }),
    decision: z.enum(['accepted', 'rejected']).nullable().meta({ description: 'Null until an admin decides' }),
    reason: z.string().meta({ description: 'Why it was rejected; otherwise empty' }),
    decided_at: timestampSchema.nullable(),
    author: authorSchema.nullable().meta({ description: 'Null if it is not known' }),
  })
  .meta({ id: 'AcceptancePoint' });

export type AcceptancePoint = z.infer<typeof acceptancePointSchema>;

export const acceptanceSchema = z
  .object({
    request_id: z.string(),
    trial_calls: z.int().min(0).meta({ description: 'The calls that tried the agent' }),
    points: z.array(acceptancePointSchema),
  })
  .meta({ id: 'Acceptance' });

export type Acceptance = z.infer<typeof acceptanceSchema>;

const common = { tag: 'Agents', extension: true, status: 200, response: acceptanceSchema } as const;

export const getAcceptance = defineRoute({
  ...common,
  id: 'getAcceptance',
  method: 'get',
  path: '/agents/requests/{request_id}/acceptance',
  summary: 'Get the acceptance test of a build request',
  description:
    'Returns the points of the objective, each with the decision about it, and how often the agent was tried.',
  roles: ['admin', 'manager'],
  params: agentRequestParams,
  problems: ['request_not_found', 'remote_failed'],
});

export const decideAcceptancePoint = defineRoute({
  ...common,
  id: 'decideAcceptancePoint',
  method: 'patch',
  path: '/agents/requests/{request_id}/acceptance/{position}',
  summary: 'Accept or reject a point',
  description: 'Stores the decision about a point of the objective. Null removes the decision.',
  roles: ['admin'],
  params: agentRequestParams.extend({ position: z.coerce.number().int().min(0).max(1_000) }),
  json: z.union([
    z.object({ decision: z.literal('accepted').nullable() }),
    z.object({
      decision: z.literal('rejected'),
      reason: z.string().overwrite(toPlainText).min(1, 'Enter a reason.').max(limits.rejectionReasonLength),
    }),
  ]),
  ifMatch: true,
  problems: ['request_not_found', 'request_not_in_uat', 'not_found', 'console_unavailable', 'remote_failed'],
});
