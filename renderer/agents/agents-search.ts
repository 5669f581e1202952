import * as z from 'zod';

const idSchema = z.string().optional().catch(undefined);

/** The agent or the build request that the panel shows. */
export const agentsSearchSchema = z.object({ agent: idSchema, request: idSchema });

export type AgentsSearch = z.infer<typeof agentsSearchSchema>;
