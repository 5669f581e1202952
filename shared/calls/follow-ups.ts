import * as z from 'zod';
import { limits } from '../contract/limits.ts';
import { pageQuerySchema, pageSchema } from '../contract/paging.ts';
import { roles } from '../contract/roles.ts';
import { defineRoute } from '../contract/route.ts';
import { timestampSchema } from '../contract/timestamp.ts';
import { authorSchema } from './call-review-fields.ts';
import { callParams, placeCallRoles } from './calls.ts';

/** `callback`: a promised call. `person`: the recipient wants to speak with a person. `outcome` and `field` follow from the agent's definition. */
export const followUpKinds = ['callback', 'person', 'outcome', 'field'] as const;

export type FollowUpKind = (typeof followUpKinds)[number];

export const followUpStates = ['open', 'snoozed', 'done'] as const;

export type FollowUpState = (typeof followUpStates)[number];

/** The fields that the members of an organization share. */
export const followUpFieldsSchema = z.object({
  call_id: callParams.shape.call_id,
  follow_up: z.string().meta({
    description:
      'Identifies it in its call: `callback`, `person`, `outcome`, or `field-` and the name of the captured field',
  }),
  kind: z.enum(followUpKinds),
  reason: z.string().meta({ description: 'Why it is due, in the words of the call if there are any' }),
  due_words: z.string().nullable().meta({ description: 'When it is due, as it was said; null if no time was named' }),
  due_at: timestampSchema.nullable().meta({ description: 'The same as a time; null if it could not be read' }),
  due_has_time: z.boolean().meta({ description: 'False if only a day was named' }),
  created_at: timestampSchema,
  snoozed_until: timestampSchema.nullable(),
  done_at: timestampSchema.nullable(),
  changed_by: authorSchema.nullable().meta({ description: 'Who marked or snoozed it last; null if nobody did' }),
});

export const followUpSchema = followUpFieldsSchema
  .extend({
    state: z.enum(followUpStates),
    agent_id: z.string(),
    agent_name: z.string(),
    recipient_number: z.string(),
    recipient_name: z.string(),
  })
  .meta({ id: 'FollowUp' });

export type FollowUp = z.infer<typeof followUpSchema>;

export const followUpChangeSchema = z.object({
  is_done: z.boolean().optional(),
  snoozed_until: z.iso.datetime().nullable().optional().meta({ description: 'Null shows it again at once' }),
  author_id: z.string().max(limits.idLength).optional().meta({
    description: 'The `user_id` of the member who makes the change. Without it, the API key counts as the author.',
  }),
});

export type FollowUpChange = z.infer<typeof followUpChangeSchema>;

const common = { tag: 'Follow-ups', extension: true, status: 200 } as const;

export const listFollowUps = defineRoute({
  ...common,
  id: 'listFollowUps',
  method: 'get',
  path: '/follow-ups',
  summary: 'List follow-ups',
  description:
    'Returns what calls promised: the earliest due first, and those without a time in the order of their calls.',
  roles,
  query: pageQuerySchema.extend({
    state: z.enum(followUpStates).optional(),
    call_id: callParams.shape.call_id.optional(),
  }),
  response: pageSchema(followUpSchema).meta({ id: 'FollowUpPage' }),
  problems: ['call_not_found'],
});

export const getFollowUp = defineRoute({
  ...common,
  id: 'getFollowUp',
  method: 'get',
  path: '/calls/{call_id}/follow-ups/{follow_up}',
  summary: 'Get a follow-up',
  description: 'Returns one follow-up of a call.',
  roles,
  params: callParams.extend({ follow_up: z.string().max(limits.idLength) }),
  response: followUpSchema,
  problems: ['call_not_found', 'follow_up_not_found'],
});

export const updateFollowUp = defineRoute({
  ...common,
  id: 'updateFollowUp',
  method: 'patch',
  path: '/calls/{call_id}/follow-ups/{follow_up}',
  summary: 'Update a follow-up',
  description: 'Marks a follow-up as done or open, or snoozes it.',
  roles: placeCallRoles,
  params: callParams.extend({ follow_up: z.string().max(limits.idLength) }),
  json: followUpChangeSchema,
  response: followUpSchema,
  ifMatch: true,
  problems: ['call_not_found', 'follow_up_not_found', 'author_unknown'],
});
