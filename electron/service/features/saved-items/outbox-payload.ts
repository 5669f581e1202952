// Public: other features may import this file.
import * as z from 'zod';
import { renameSavedItem, savedItemSchema } from '../../../../shared/organization/saved-items.ts';

/** The payload of the outbox item of a saved item. */
export const savedItemPayloadSchema = z.discriminatedUnion('request', [
  z.object({ request: z.literal('save'), item: savedItemSchema }),
  z.object({ request: z.literal('rename'), json: renameSavedItem.json }),
  z.object({ request: z.literal('delete') }),
]);

export type SavedItemPayload = z.output<typeof savedItemPayloadSchema>;
