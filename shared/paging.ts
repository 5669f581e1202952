import * as z from 'zod';
import { limits } from './limits.ts';

/** The query of every extension list: `?limit=` 1 to 200 and the opaque `?cursor=` of the page before. */
export const pageQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(limits.pageSizeMax).default(limits.pageSize),
  cursor: z.string().max(200).optional(),
});

/** A page of an extension list; `next_cursor` is null at the end. */
export function pageSchema<Item extends z.ZodType>(item: Item) {
  return z.object({ data: z.array(item), next_cursor: z.string().nullable() });
}
