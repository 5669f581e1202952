import * as z from 'zod';
import { callMetadataSchema } from '../calls/call-metadata.ts';
import { callFilterSchema } from '../calls/call-filter.ts';
import { callSortFields } from '../calls/calls.ts';
import { chosenIdSchema } from '../contract/chosen-id.ts';
import { limits } from '../contract/limits.ts';
import { roles } from '../contract/roles.ts';
import { defineRoute } from '../contract/route.ts';
import { timestampSchema } from '../contract/timestamp.ts';
import { toPlainLine } from '../text/plain-text.ts';

const maxDraftLength = limits.objectiveLength * 2;

const savedValueSchemas = {
  call_view: z.object({
    filter: callFilterSchema,
    /** Relative period in days, including today. Ignored if the filter has times. */
    days: z.int().min(1).max(limits.savedViewDays).optional(),
    sort: z.enum(callSortFields),
    descending: z.boolean(),
  }),
  metadata_template: z.object({ metadata: callMetadataSchema }),
  /** The form generates the item's name, because drafts can share a name or have none. Fields can be longer than a valid request. */
  request_draft: z.object({
    name: z.string().max(maxDraftLength),
    objective: z.string().max(maxDraftLength),
    target_audience: z.string().max(maxDraftLength),
    required_integrations: z.array(z.string().max(limits.titleLength)).max(limits.requestIntegrations * 2),
    saved_at: timestampSchema,
  }),
  /** An item of the overview, identified by its name, that is hidden until this time; if null, until it changes. */
  hidden_item: z.object({ until: timestampSchema.nullable() }),
  /** A pair of sentences, identified by its name, that does not contradict each other. */
  dismissed_contradiction: z.object({}),
} as const;

export type SavedItemKind = keyof typeof savedValueSchemas;

const savedItemNameSchema = z.string().overwrite(toPlainLine).min(1, 'Enter a name.').max(limits.savedNameLength);

/** A name that a user chooses. A letter with an accent has one form, so that names that look the same are the same. */
const chosenNameSchema = savedItemNameSchema.overwrite((name) => name.normalize('NFC'));

const newSavedItemSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('call_view'), name: chosenNameSchema, value: savedValueSchemas.call_view }),
  z.object({
    kind: z.literal('metadata_template'),
    name: chosenNameSchema,
    value: savedValueSchemas.metadata_template,
  }),
  z.object({ kind: z.literal('request_draft'), name: savedItemNameSchema, value: savedValueSchemas.request_draft }),
  z.object({ kind: z.literal('hidden_item'), name: savedItemNameSchema, value: savedValueSchemas.hidden_item }),
  z.object({
    kind: z.literal('dismissed_contradiction'),
    name: savedItemNameSchema,
    value: savedValueSchemas.dismissed_contradiction,
  }),
]);

const savedIdSchema = z.string().max(limits.idLength);

const chosenId = { saved_id: chosenIdSchema.optional().meta({ description: 'Chosen by the client for a new item' }) };

export const savedItemSchema = z.intersection(newSavedItemSchema, z.object({ saved_id: savedIdSchema }));

export type SavedItem = z.infer<typeof savedItemSchema>;

const common = { tag: 'Saved items', extension: true, roles } as const;

export const listSavedItems = defineRoute({
  ...common,
  id: 'listSavedItems',
  method: 'get',
  path: '/saved-items',
  summary: 'List saved items',
  description: 'Returns saved items, sorted by kind and name.',
  status: 200,
  response: z.object({ data: z.array(savedItemSchema) }),
  problems: [],
});

export const saveItem = defineRoute({
  ...common,
  id: 'saveItem',
  method: 'post',
  path: '/saved-items',
  summary: 'Save an item',
  description:
    'Replaces an existing item of the same kind and name, which keeps its ID. A metadata template requires a role that may place calls, and a draft one that may submit build requests.',
  json: z.intersection(newSavedItemSchema, z.object(chosenId)),
  status: 201,
  response: savedItemSchema,
  ifMatch: true,
  problems: ['forbidden', 'too_many_saved_items', 'metadata_invalid', 'saved_item_exists'],
});

/** The kinds whose names users choose. Linked workspaces share these. */
export const renamedKinds: readonly SavedItemKind[] = ['call_view', 'metadata_template'];

export const renameSavedItem = defineRoute({
  ...common,
  id: 'renameSavedItem',
  method: 'patch',
  path: '/saved-items/{saved_id}',
  summary: 'Rename a saved item',
  description: `Only items of these kinds have a name that can be changed: ${renamedKinds.join(', ')}.`,
  params: z.object({ saved_id: savedIdSchema }),
  json: z.object({ name: chosenNameSchema }),
  status: 200,
  response: savedItemSchema,
  ifMatch: true,
  problems: ['forbidden', 'saved_item_not_found', 'saved_item_exists'],
});

export const deleteSavedItem = defineRoute({
  ...common,
  id: 'deleteSavedItem',
  method: 'delete',
  path: '/saved-items/{saved_id}',
  summary: 'Delete a saved item',
  description: 'Deletes an item of any kind, which requires the same role as saving it.',
  params: z.object({ saved_id: savedIdSchema }),
  status: 200,
  response: z.object({ saved_id: savedIdSchema }),
  ifMatch: true,
  problems: ['forbidden', 'saved_item_not_found'],
});
