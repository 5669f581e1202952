import * as z from 'zod';
import { limits } from '../contract/limits.ts';
import { defineRoute } from '../contract/route.ts';
import { toPlainToken } from '../text/plain-text.ts';

/** The IDs that a remote gave to documents or calls that were made elsewhere. */
export const remoteImportSchema = z.object({
  ids: z.array(z.string().overwrite(toPlainToken).min(1).max(limits.idLength)).min(1).max(limits.remoteImportIds),
});

export const remoteImportResultSchema = z.object({
  added: z.int().min(0),
  /** IDs that were in the list before. */
  known: z.int().min(0),
  not_found: z.array(z.string()),
  /** IDs that could not be fetched, with the reason as a sentence. */
  failed: z.array(z.object({ id: z.string(), reason: z.string() })),
});

export type RemoteImportResult = z.infer<typeof remoteImportResultSchema>;

/** Changes nothing on the remote: the mirror only receives documents and calls that the remote has. */
const common = {
  method: 'post',
  roles: ['admin', 'manager'],
  extension: true,
  readOnly: true,
  json: remoteImportSchema,
  status: 200,
  response: remoteImportResultSchema,
  problems: ['no_workspace', 'not_linked'],
} as const;

export const importDocuments = defineRoute({
  ...common,
  id: 'importDocuments',
  path: '/documents/import',
  summary: 'Add the remote’s documents by ID',
  tag: 'Knowledge',
});

export const importCalls = defineRoute({
  ...common,
  id: 'importCalls',
  path: '/calls/import',
  summary: 'Add the remote’s calls by ID',
  tag: 'Calls',
});
