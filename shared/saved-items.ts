import * as z from 'zod';
import { callMetadataSchema } from './call-metadata.ts';
import { callFilterSchema, callOrders } from './calls.ts';
import { limits } from './limits.ts';
import { roles } from './roles.ts';
import { route } from './route.ts';
import { timestampSchema } from './timestamp.ts';

const draftLength = limits.objectiveLength * 2;

/** What an admin keeps by a name for later: a view of the list of calls, a set of metadata, a brief that is being written. */
const content = {
  call_view: z.object({
    filter: callFilterSchema,
    /** The last so many days, today included, where the filter names no times of its own. */
    days: z.int().min(1).max(limits.viewDays).optional(),
    order: z.enum(callOrders),
    descending: z.boolean(),
  }),
  metadata_template: z.object({ metadata: callMetadataSchema }),
  /** Kept by a name that the form makes up: drafts may be called the same, or nothing yet. They may be longer than what can be sent. */
  request_draft: z.object({
    name: z.string().max(draftLength),
    objective: z.string().max(draftLength),
    target_audience: z.string().max(draftLength),
    required_integrations: z.array(z.string().max(limits.titleLength)).max(limits.requestIntegrations * 2),
    saved_at: timestampSchema,
  }),
} as const;

export type SavedKind = keyof typeof content;

const name = z.string().trim().min(1, 'The name is empty.').max(limits.savedNameLength);

const newSavedItemSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('call_view'), name, value: content.call_view }),
  z.object({ kind: z.literal('metadata_template'), name, value: content.metadata_template }),
  z.object({ kind: z.literal('request_draft'), name, value: content.request_draft }),
]);

const savedId = z.string().max(limits.idLength);

export const savedItemSchema = z.intersection(newSavedItemSchema, z.object({ saved_id: savedId }));

export type SavedItem = z.infer<typeof savedItemSchema>;

const common = { tag: 'Saved', extension: true, roles } as const;

export const listSavedItems = route({
  ...common,
  id: 'listSavedItems',
  method: 'get',
  path: '/saved',
  summary: 'What was saved by a name, by kind and name',
  status: 200,
  answer: z.object({ data: z.array(savedItemSchema) }),
  problems: ['no_workspace'],
});

/** Saving under a name of the same kind again replaces what was there. */
export const saveItem = route({
  ...common,
  id: 'saveItem',
  method: 'post',
  path: '/saved',
  summary: 'Save a draft, view or template',
  json: newSavedItemSchema,
  status: 201,
  answer: savedItemSchema,
  problems: ['no_workspace', 'too_many_saved', 'metadata_invalid'],
});

export const deleteSavedItem = route({
  ...common,
  id: 'deleteSavedItem',
  method: 'delete',
  path: '/saved/{saved_id}',
  summary: 'Forget a draft, view or template',
  params: z.object({ saved_id: savedId }),
  status: 200,
  answer: z.object({ saved_id: savedId }),
  problems: ['no_workspace', 'saved_not_found'],
});
