import * as z from 'zod';
import { roles } from './roles.ts';
import { defineRoute } from './route.ts';

const fileTotalsSchema = z.object({ count: z.int().min(0), size_bytes: z.int().min(0) });

export const storageUsageSchema = z.object({
  /** The folder that all of it is in, as this computer writes paths. */
  data_dir: z.string(),
  workspaces: z.array(
    z.object({
      workspace_id: z.string(),
      name: z.string(),
      documents: fileTotalsSchema,
      recordings: fileTotalsSchema,
      /** With its log of what was written last. */
      database_bytes: z.int().min(0),
    }),
  ),
});

export type StorageUsage = z.infer<typeof storageUsageSchema>;

export const measureStorage = defineRoute({
  id: 'measureStorage',
  method: 'get',
  path: '/storage',
  summary: 'Where the data is, and what each workspace takes up on the disk',
  tag: 'Workspaces',
  roles,
  extension: true,
  status: 200,
  response: storageUsageSchema,
  problems: [],
});
