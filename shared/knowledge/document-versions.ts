import * as z from 'zod';
import { roles } from '../contract/roles.ts';
import { defineRoute } from '../contract/route.ts';
import { timestampSchema } from '../contract/timestamp.ts';
import {
  documentErrorSchema,
  documentIdSchema,
  documentParams,
  documentRecordSchema,
  documentTitleSchema,
} from './knowledge.ts';

/** `active` is the version that agents use, and `replaced` an earlier one. */
export const versionStatuses = ['processing', 'active', 'failed', 'replaced'] as const;

const versionNumberSchema = z.int().min(1);

export const documentVersionSchema = documentRecordSchema
  .pick({ kind: true, file_name: true, size_bytes: true, sha256: true, pages: true, added_at: true })
  .extend({
    document_id: documentIdSchema,
    version: versionNumberSchema,
    title: z.string().meta({ description: 'The title of the document while it used this version' }),
    status: z.enum(versionStatuses),
    is_current: z.boolean().meta({ description: 'Whether this is the current version of the document' }),
    replaced_at: timestampSchema.nullable(),
    restored_from: versionNumberSchema
      .nullable()
      .meta({ description: 'The version whose file was used again; null if the file was uploaded' }),
    error: documentErrorSchema.optional(),
  })
  .meta({ id: 'DocumentVersion' });

export type DocumentVersion = z.infer<typeof documentVersionSchema>;

const versionParams = documentParams.extend({ version: z.string().regex(/^[1-9]\d{0,8}$/) });

const acceptedSchema = z
  .object({
    document_id: documentIdSchema,
    version: versionNumberSchema,
    status: z.literal('processing'),
    message: z.string(),
  })
  .meta({ id: 'DocumentVersionAccepted' });

const common = { tag: 'Knowledge', extension: true } as const;
const write = { ...common, roles: ['admin', 'manager'] } as const;
const path = '/knowledge/documents/{document_id}/versions';

export const replaceDocument = defineRoute({
  ...write,
  id: 'replaceDocument',
  method: 'post',
  path,
  summary: 'Replace a document with a new version',
  description:
    'Uploads a file and starts processing it. Agents use the current version until the new one is active, and then only the new one. An earlier new version that is not active yet is deleted.',
  params: documentParams,
  form: z.object({
    title: documentTitleSchema
      .optional()
      .meta({ description: 'The title of the document from this version on; the current one if it is left out' }),
  }),
  status: 202,
  response: acceptedSchema,
  ifMatch: true,
  problems: ['document_not_found', 'empty_file', 'storage_full', 'not_available_on_remote'],
});

export const listDocumentVersions = defineRoute({
  ...common,
  id: 'listDocumentVersions',
  method: 'get',
  path,
  summary: 'List the versions of a document',
  description: 'Returns the latest version first.',
  roles,
  params: documentParams,
  status: 200,
  response: z.object({ data: z.array(documentVersionSchema) }),
  problems: ['document_not_found'],
});

export const getDocumentVersionFile = defineRoute({
  ...common,
  id: 'getDocumentVersionFile',
  method: 'get',
  path: `${path}/{version}/file`,
  summary: 'Download the original file of a version',
  description: 'Supports Range requests.',
  roles,
  params: versionParams,
  status: 200,
  response: 'bytes',
  problems: [
    'document_not_found',
    'version_not_found',
    'document_file_missing',
    'document_file_damaged',
    'range_not_satisfiable',
  ],
});

export const restoreDocumentVersion = defineRoute({
  ...write,
  id: 'restoreDocumentVersion',
  method: 'post',
  path: `${path}/{version}/restore`,
  summary: 'Go back to a version of a document',
  description: 'Processes the file of this version again, as the next version.',
  params: versionParams,
  status: 202,
  response: acceptedSchema,
  ifMatch: true,
  problems: [
    'document_not_found',
    'version_not_found',
    'version_in_use',
    'document_file_missing',
    'document_file_damaged',
    'not_available_on_remote',
  ],
});

export const deleteDocumentVersion = defineRoute({
  ...write,
  id: 'deleteDocumentVersion',
  method: 'delete',
  path: `${path}/{version}`,
  summary: 'Delete a version of a document',
  description:
    'Erases the file and the text of a version that was replaced, failed or is being processed. Calls that cite it no longer show its text.',
  params: versionParams,
  status: 200,
  response: z.object({ document_id: documentIdSchema, version: versionNumberSchema }),
  problems: ['document_not_found', 'version_not_found', 'version_in_use', 'storage_full'],
});
