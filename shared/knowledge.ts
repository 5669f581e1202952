import * as z from 'zod';
import { limits } from './limits.ts';
import { pageQuerySchema, pageSchema } from './paging.ts';
import { toPlainLine } from './plain-text.ts';
import { roles } from './roles.ts';
import { defineRoute } from './route.ts';
import { timestampSchema } from './timestamp.ts';

export const documentStatuses = ['processing', 'active', 'failed'] as const;

export type DocumentStatus = (typeof documentStatuses)[number];

export const documentKinds = ['pdf', 'docx', 'txt'] as const;

export type DocumentKind = (typeof documentKinds)[number];

/** Why a document that was accepted could not be read; `detail` beside it says it in a sentence. */
export const documentErrorCodes = [
  'encrypted',
  'unreadable',
  'no_text',
  'too_complex',
  'too_long',
  'timed_out',
  'interrupted',
  'storage_full',
  'internal',
] as const;

export type DocumentErrorCode = (typeof documentErrorCodes)[number];

const documentIdSchema = z.string().max(limits.idLength);

export const documentSchema = z
  .object({
    document_id: documentIdSchema,
    title: z.string(),
    status: z.enum(documentStatuses),
    chunks_created: z.int().min(0).meta({ description: '0 until the document is active' }),
    error: z
      .object({ code: z.enum(documentErrorCodes), detail: z.string() })
      .optional()
      .meta({ description: 'Present when the status is failed' }),
  })
  .meta({ id: 'Document' });

export type Document = z.infer<typeof documentSchema>;

export const chunkSchema = z
  .object({
    chunk_id: z.string(),
    index: z.int().min(0).meta({ description: 'Place in the document, from 0' }),
    page: z.int().min(1).nullable().meta({ description: 'Page of a PDF, from 1; null for other kinds' }),
    heading: z.string().nullable().meta({ description: 'Heading of a DOCX that the chunk stands under' }),
    text: z.string(),
  })
  .meta({ id: 'Chunk' });

export type Chunk = z.infer<typeof chunkSchema>;

export const passageSchema = z
  .object({
    document_id: documentIdSchema,
    title: z.string(),
    chunk_id: z.string(),
    text: z.string(),
    page: z.int().min(1).nullable(),
    score: z.number().meta({
      description:
        'What the passages are ranked by: the mean of dense and lexical, weighed by the kind of question; at most 1',
    }),
    dense: z.number().meta({ description: 'Cosine of the embeddings, -1 to 1' }),
    lexical: z.number().meta({ description: 'Normalized BM25, 0 to 1' }),
  })
  .meta({ id: 'Passage' });

export type Passage = z.infer<typeof passageSchema>;

const documentParams = z.object({ document_id: documentIdSchema });
const everyRole = roles;

const titleSchema = z
  .string()
  .max(limits.titleLength)
  .transform(toPlainLine)
  .pipe(z.string().min(1, 'The title is empty.'));

export const uploadDocument = defineRoute({
  id: 'uploadDocument',
  method: 'post',
  path: '/knowledge/documents',
  summary: 'Add a document',
  description: 'Uploads a file and begins vectorization.',
  tag: 'Knowledge',
  roles: ['admin', 'manager'],
  extension: false,
  form: z.object({ title: titleSchema }),
  status: 202,
  response: z
    .object({ document_id: documentIdSchema, status: z.literal('processing'), message: z.string() })
    .meta({ id: 'DocumentAccepted' }),
  problems: ['too_large', 'unsupported_media_type', 'empty_file', 'storage_full'],
});

export const getDocument = defineRoute({
  id: 'getDocument',
  method: 'get',
  path: '/knowledge/documents/{document_id}',
  summary: 'Check whether a document has finished processing',
  tag: 'Knowledge',
  roles: everyRole,
  extension: false,
  params: documentParams,
  status: 200,
  response: documentSchema,
  problems: ['document_not_found'],
});

export const deleteDocument = defineRoute({
  id: 'deleteDocument',
  method: 'delete',
  path: '/knowledge/documents/{document_id}',
  summary: 'Delete a document',
  description: 'Removes it and its vectors from the knowledge base.',
  tag: 'Knowledge',
  roles: ['admin', 'manager'],
  extension: false,
  params: documentParams,
  status: 200,
  response: z.object({ success: z.boolean(), message: z.string() }).meta({ id: 'DocumentDeleted' }),
  problems: ['document_not_found', 'storage_full'],
});

export const listDocuments = defineRoute({
  id: 'listDocuments',
  method: 'get',
  path: '/knowledge/documents',
  summary: 'List the documents, newest first',
  tag: 'Knowledge',
  roles: everyRole,
  extension: true,
  query: pageQuerySchema.extend({ status: z.enum(documentStatuses).optional() }),
  status: 200,
  response: pageSchema(documentSchema).meta({ id: 'DocumentPage' }),
  problems: [],
});

export const listChunks = defineRoute({
  id: 'listChunks',
  method: 'get',
  path: '/knowledge/documents/{document_id}/chunks',
  summary: 'Read the chunks of a document as the agents see them',
  tag: 'Knowledge',
  roles: everyRole,
  extension: true,
  params: documentParams,
  query: pageQuerySchema,
  status: 200,
  response: pageSchema(chunkSchema).meta({ id: 'ChunkPage' }),
  problems: ['document_not_found'],
});

export const getDocumentFile = defineRoute({
  id: 'getDocumentFile',
  method: 'get',
  path: '/knowledge/documents/{document_id}/file',
  summary: 'Download the original file; honours Range',
  tag: 'Knowledge',
  roles: everyRole,
  extension: true,
  params: documentParams,
  status: 200,
  response: 'bytes',
  problems: ['document_not_found', 'range_not_satisfiable'],
});

export const retryDocument = defineRoute({
  id: 'retryDocument',
  method: 'post',
  path: '/knowledge/documents/{document_id}/retry',
  summary: 'Read a failed document again',
  tag: 'Knowledge',
  roles: ['admin', 'manager'],
  extension: true,
  params: documentParams,
  status: 202,
  response: documentSchema,
  problems: ['document_not_found', 'not_retryable'],
});

export const searchKnowledge = defineRoute({
  id: 'searchKnowledge',
  method: 'post',
  path: '/knowledge/search',
  summary: 'Find the passages that an agent would answer from',
  readOnly: true,
  tag: 'Knowledge',
  roles: everyRole,
  extension: true,
  json: z.object({
    query: z.string().trim().min(1).max(limits.queryLength),
    limit: z.int().min(1).max(limits.searchResultsMax).default(limits.searchResults),
  }),
  status: 200,
  response: z.object({ data: z.array(passageSchema) }).meta({ id: 'PassageList' }),
  problems: ['too_large', 'unsupported_media_type'],
});

/** How far the reading of a document has come; `pages` is null until known, `chunks` counts those embedded. */
export const ingestProgressSchema = z.object({
  page: z.int().min(0),
  pages: z.int().min(0).nullable(),
  chunks: z.int().min(0),
});

export type IngestProgress = z.infer<typeof ingestProgressSchema>;

/** What the window's table shows of a document beyond the specification's fields. */
export const documentRecordSchema = documentSchema
  .extend({
    kind: z.enum(documentKinds),
    file_name: z.string(),
    size_bytes: z.int().min(1),
    sha256: z.string().length(64),
    pages: z.int().min(1).nullable(),
    added_at: timestampSchema,
    progress: ingestProgressSchema.nullable(),
  })
  .meta({ id: 'DocumentRecord' });

export type DocumentRecord = z.infer<typeof documentRecordSchema>;

export const listDocumentRecords = defineRoute({
  id: 'listDocumentRecords',
  method: 'get',
  path: '/documents',
  summary: 'All documents of the open workspace with what the table shows, newest first',
  tag: 'Knowledge',
  roles: everyRole,
  extension: true,
  status: 200,
  response: z.object({ data: z.array(documentRecordSchema) }),
  problems: ['no_workspace'],
});

/** A stretch of a document's text: a page of a PDF, or what stands under a heading. */
export const documentSectionSchema = z.object({
  index: z.int().min(0),
  page: z.int().min(1).nullable(),
  heading: z.string().nullable(),
  text: z.string(),
});

export type DocumentSection = z.infer<typeof documentSectionSchema>;

export const listDocumentSections = defineRoute({
  id: 'listDocumentSections',
  method: 'get',
  path: '/documents/{document_id}/sections',
  summary: 'The text that was read from a document, in order',
  tag: 'Knowledge',
  roles: everyRole,
  extension: true,
  params: documentParams,
  query: pageQuerySchema,
  status: 200,
  response: pageSchema(documentSectionSchema),
  problems: ['no_workspace', 'document_not_found'],
});
