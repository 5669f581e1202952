import * as z from 'zod';
import { roles } from '../contract/roles.ts';
import { defineRoute } from '../contract/route.ts';
import { timestampSchema } from '../contract/timestamp.ts';

const fileTotalsSchema = z.object({ count: z.int().min(0), size_bytes: z.int().min(0) });

export const storageUsageSchema = z.object({
  /** The absolute path of the data folder. */
  data_dir: z.string(),
  workspaces: z.array(
    z.object({
      workspace_id: z.string(),
      name: z.string(),
      documents: fileTotalsSchema,
      recordings: fileTotalsSchema,
      /** The PDFs of the invoices of a remote. */
      invoices: fileTotalsSchema,
      /** Includes the write-ahead log. */
      database_bytes: z.int().min(0),
      /** Includes the copies that were made before migrations. */
      snapshots: fileTotalsSchema,
      /** The files that restored snapshots replaced, which can contain documents that were deleted later. Newest first. */
      damaged_copies: z.array(
        z.object({
          copy_id: z.string(),
          replaced_at: timestampSchema,
          /** When it is deleted automatically. */
          deleted_at: timestampSchema,
          size_bytes: z.int().min(0),
        }),
      ),
    }),
  ),
});

export type StorageUsage = z.infer<typeof storageUsageSchema>;

export const measureStorage = defineRoute({
  id: 'measureStorage',
  method: 'get',
  path: '/storage',
  summary: 'Get storage usage',
  tag: 'Workspaces',
  roles,
  extension: true,
  status: 200,
  response: storageUsageSchema,
  problems: [],
});
