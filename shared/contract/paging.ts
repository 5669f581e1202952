import * as z from 'zod';
import { limits } from './limits.ts';

/** Query of every paged list. `cursor` is the opaque `next_cursor` of the previous page. */
export const pageQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(limits.pageSizeMax).default(limits.pageSize),
  cursor: z.string().max(limits.cursorLength).optional(),
});

/** One page of a list; `next_cursor` is null on the last page. */
export function pageSchema<Item extends z.ZodType>(item: Item) {
  return z.object({ data: z.array(item), next_cursor: z.string().nullable() });
}

/** Number of damaged rows that a list leaves out. */
export const unreadableCountSchema = z.int().min(0);
