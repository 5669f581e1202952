import * as z from 'zod';

const idSchema = z.string().optional().catch(undefined);

/** The agent or the build request that the panel shows, and the filters of the build requests. */
export const agentsSearchSchema = z.object({
  agent: idSchema,
  request: idSchema,
  status: z.literal('open').optional().catch(undefined),
  /** Shows the build requests that changed at this time or later. */
  since: z.iso.datetime().optional().catch(undefined),
});

export type AgentsSearch = z.infer<typeof agentsSearchSchema>;
