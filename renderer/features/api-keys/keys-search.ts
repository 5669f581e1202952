import * as z from 'zod';

/** The API key that the panel shows, or whether the dialog that creates one is open. */
export const keysSearchSchema = z.object({
  key: z.string().optional().catch(undefined),
  create: z.boolean().optional().catch(undefined),
});

export type KeysSearch = z.infer<typeof keysSearchSchema>;
