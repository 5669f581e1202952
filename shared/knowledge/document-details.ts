import * as z from 'zod';
import { limits } from '../contract/limits.ts';
import { roles } from '../contract/roles.ts';
import { defineRoute } from '../contract/route.ts';
import {
  documentIdSchema,
  documentLabelSchema,
  documentParams,
  documentRecordSchema,
  documentTitleSchema,
} from './knowledge.ts';

/** A document with the fields that the service specification does not have, and that change only by a request. */
export const documentDetailsSchema = documentRecordSchema
  .pick({
    document_id: true,
    title: true,
    labels: true,
    kind: true,
    file_name: true,
    size_bytes: true,
    sha256: true,
    added_at: true,
    version: true,
    similar: true,
  })
  .meta({ id: 'DocumentDetails' });

export type DocumentDetails = z.infer<typeof documentDetailsSchema>;

/** Why documents of a linked workspace are not changed here, if its remote does not list the operation. */
export const changedAtRemoteDetail =
  'The documents of a linked workspace are renamed, labeled and replaced at the remote.';

export const replacedAtRemoteDetail = 'The documents of a linked workspace are replaced at the remote.';

const common = { tag: 'Knowledge', extension: true, status: 200 } as const;

export const getDocumentDetails = defineRoute({
  ...common,
  id: 'getDocumentDetails',
  method: 'get',
  path: '/knowledge/documents/{document_id}/details',
  summary: 'Get the details of a document',
  description: 'Returns its title, its labels and its file. Send its ETag as If-Match with a change.',
  roles,
  params: documentParams,
  response: documentDetailsSchema,
  problems: ['document_not_found'],
});

/** Labels are added after others were removed. Upper and lower case are the same. */
const labelChangeSchema = z.object({
  add_labels: z.array(documentLabelSchema).max(limits.labelsPerDocument).default([]),
  remove_labels: z.array(documentLabelSchema).max(limits.labelsPerDocument).default([]),
});

export type LabelChange = z.infer<typeof labelChangeSchema>;

/** A field that is left out keeps its value. */
export const documentChangeSchema = labelChangeSchema.extend({ title: documentTitleSchema.optional() });

export type DocumentChange = z.infer<typeof documentChangeSchema>;

export const updateDocument = defineRoute({
  ...common,
  id: 'updateDocument',
  method: 'patch',
  path: '/knowledge/documents/{document_id}',
  summary: 'Rename or label a document',
  description: 'Changes its title or its labels.',
  roles: ['admin', 'manager'],
  params: documentParams,
  json: documentChangeSchema,
  response: documentDetailsSchema,
  ifMatch: true,
  problems: ['document_not_found', 'too_many_labels', 'not_available_on_remote'],
});

export const listDocumentLabels = defineRoute({
  ...common,
  id: 'listDocumentLabels',
  method: 'get',
  path: '/knowledge/document-labels',
  summary: 'List the labels of documents',
  description: 'Returns each label with the number of its documents, in alphabetical order.',
  roles,
  response: z.object({ data: z.array(z.object({ label: z.string(), documents: z.int().min(1) })) }),
  problems: [],
});

/** A change that restores the earlier labels of documents. */
const labelUndoSchema = z.object({
  document_ids: z.array(documentIdSchema),
  add_labels: z.array(z.string()),
  remove_labels: z.array(z.string()),
});

export type LabelUndo = z.infer<typeof labelUndoSchema>;

export const updateDocumentLabels = defineRoute({
  ...common,
  id: 'updateDocumentLabels',
  method: 'post',
  path: '/knowledge/document-labels',
  summary: 'Label many documents',
  description: 'Changes the labels of these documents, except those that do not exist or would have too many.',
  roles: ['admin', 'manager'],
  json: labelChangeSchema.extend({ document_ids: z.array(documentIdSchema).min(1).max(limits.labeledDocuments) }),
  response: z.object({
    changed: z.int().min(0).meta({ description: 'The number of documents whose labels are different now' }),
    skipped: z.array(z.object({ document_id: z.string(), reason: z.enum(['document_not_found', 'too_many_labels']) })),
    undo: z.array(labelUndoSchema),
  }),
  problems: ['not_available_on_remote'],
});
