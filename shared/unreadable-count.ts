import * as z from 'zod';

/** How many stored rows are so damaged that a list of the window leaves them out. */
export const unreadableCountSchema = z.int().min(0);
