import * as z from 'zod';
import { limits } from '../contract/limits.ts';
import { pageQuerySchema, pageSchema } from '../contract/paging.ts';
import { toPlainLine } from '../text/plain-text.ts';
import { roles } from '../contract/roles.ts';
import { defineRoute } from '../contract/route.ts';
import { syncFieldsSchema } from '../workspaces/sync.ts';
import { timestampSchema } from '../contract/timestamp.ts';
import { documentOmissionSchema, omissionSchema } from './omissions.ts';

export const documentStatuses = ['processing', 'active', 'failed'] as const;

export type DocumentStatus = (typeof documentStatuses)[number];

export const documentKinds = ['pdf', 'docx', 'txt', 'html', 'md'] as const;

export type DocumentKind = (typeof documentKinds)[number];

/** Why processing of an accepted document failed. */
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
  /** Processing failed on the remote of a linked workspace. */
  'remote',
] as const;

export type DocumentErrorCode = (typeof documentErrorCodes)[number];

export const documentIdSchema = z.string().max(limits.idLength);

export const documentErrorSchema = z.object({ code: z.enum(documentErrorCodes), detail: z.string() });

export const documentSchema = z
  .object({
    document_id: documentIdSchema,
    title: z.string(),
    status: z.enum(documentStatuses),
    chunks_created: z.int().min(0).meta({ description: '0 until the document is active' }),
    error: documentErrorSchema.optional().meta({ description: 'Present when the status is failed' }),
  })
  .meta({ id: 'Document' });

export type Document = z.infer<typeof documentSchema>;

export const chunkSchema = z
  .object({
    chunk_id: z.string(),
    index: z.int().min(0).meta({ description: 'Position in the document, from 0' }),
    page: z.int().min(1).nullable().meta({ description: 'Page of a PDF, from 1; null for other kinds' }),
    heading: z.string().nullable().meta({ description: 'DOCX heading above the chunk' }),
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
      description: 'Ranking score, from 0 to 1: it combines dense, lexical, and the similarity of the best sentences',
    }),
    dense: z.number().meta({ description: 'Cosine similarity of the embeddings, -1 to 1' }),
    lexical: z.number().meta({ description: 'Normalized BM25, 0 to 1' }),
  })
  .meta({ id: 'Passage' });

export type Passage = z.infer<typeof passageSchema>;

/** Problems of a linked workspace, in which the remote answers. */
const remoteProblems = ['not_available_on_remote', 'remote_failed'] as const;

export const documentParams = z.object({ document_id: documentIdSchema });

export const documentTitleSchema = z
  .string()
  .max(limits.titleLength)
  .transform(toPlainLine)
  .pipe(z.string().min(1, 'Enter a title.'));

/** A letter with an accent has one form, so that labels that look the same are the same. */
export const documentLabelSchema = z
  .string()
  .transform((label) => toPlainLine(label).normalize('NFC'))
  .pipe(z.string().min(1, 'Enter a label.').max(limits.labelLength));

export const uploadDocument = defineRoute({
  id: 'uploadDocument',
  method: 'post',
  path: '/knowledge/documents',
  summary: 'Upload a document',
  description: 'Uploads a file and starts processing it.',
  tag: 'Knowledge',
  roles: ['admin', 'manager'],
  extension: false,
  form: z.object({ title: documentTitleSchema }),
  status: 202,
  response: z
    .object({ document_id: documentIdSchema, status: z.literal('processing'), message: z.string() })
    .meta({ id: 'DocumentAccepted' }),
  problems: ['empty_file', 'storage_full'],
});

export const getDocument = defineRoute({
  id: 'getDocument',
  method: 'get',
  path: '/knowledge/documents/{document_id}',
  summary: 'Get a document',
  description: 'Returns the document with its processing status.',
  tag: 'Knowledge',
  roles,
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
  description: 'Removes the document and its vectors from the knowledge base.',
  tag: 'Knowledge',
  roles: ['admin', 'manager'],
  extension: false,
  params: documentParams,
  status: 200,
  response: z.object({ success: z.boolean(), message: z.string() }).meta({ id: 'DocumentDeleted' }),
  problems: ['document_not_found', 'outbox_action_unavailable', 'storage_full'],
});

/** A document whose text is nearly the same. */
export const similarDocumentSchema = z.object({ document_id: documentIdSchema, title: z.string() });

export type SimilarDocument = z.infer<typeof similarDocumentSchema>;

const similarDescription = 'The older document with nearly the same text that it can replace. Null once both are kept.';

const nextVersionSchema = z.object({
  version: z.int().min(1),
  status: z.enum(['processing', 'failed']),
  error: documentErrorSchema.optional(),
});

/** What is known of the original file. `sha256` is null if the file is not on this computer: it was uploaded to a remote elsewhere. */
const fileFieldsSchema = z.object({
  kind: z.enum(documentKinds).nullable(),
  file_name: z.string().nullable(),
  size_bytes: z.int().min(1).nullable(),
  sha256: z.string().length(64).nullable(),
  pages: z.int().min(1).nullable(),
  added_at: timestampSchema.nullable(),
});

const nextVersionDescription = 'The version that replaces this one once it is active';

export const listDocuments = defineRoute({
  id: 'listDocuments',
  method: 'get',
  path: '/knowledge/documents',
  summary: 'List documents',
  description: 'Returns documents, newest first.',
  tag: 'Knowledge',
  roles,
  extension: true,
  query: pageQuerySchema.extend({ status: z.enum(documentStatuses).optional() }),
  status: 200,
  response: pageSchema(
    documentSchema.extend({
      ...fileFieldsSchema.shape,
      labels: z.array(z.string()).meta({ description: 'In alphabetical order' }),
      version: z.int().min(1),
      next_version: nextVersionSchema.nullable().meta({ description: nextVersionDescription }),
      similar: similarDocumentSchema.nullable().meta({ description: similarDescription }),
    }),
  ).meta({ id: 'DocumentPage' }),
  problems: [],
});

export const listChunks = defineRoute({
  id: 'listChunks',
  method: 'get',
  path: '/knowledge/documents/{document_id}/chunks',
  summary: 'List the chunks of a document',
  description: 'Returns the passages that agents can cite.',
  tag: 'Knowledge',
  roles,
  extension: true,
  params: documentParams,
  query: pageQuerySchema,
  status: 200,
  response: pageSchema(chunkSchema).meta({ id: 'ChunkPage' }),
  problems: ['document_not_found', ...remoteProblems],
});

export const getDocumentFile = defineRoute({
  id: 'getDocumentFile',
  method: 'get',
  path: '/knowledge/documents/{document_id}/file',
  summary: 'Download the original file',
  description: 'Supports Range requests.',
  tag: 'Knowledge',
  roles,
  extension: true,
  params: documentParams,
  status: 200,
  response: 'bytes',
  problems: ['document_not_found', 'document_file_missing', 'document_file_damaged', 'range_not_satisfiable'],
});

export const retryDocument = defineRoute({
  id: 'retryDocument',
  method: 'post',
  path: '/knowledge/documents/{document_id}/retry',
  summary: 'Retry a failed document',
  description: 'Processes the stored file of a failed document again.',
  tag: 'Knowledge',
  roles: ['admin', 'manager'],
  extension: true,
  params: documentParams,
  status: 202,
  response: documentSchema,
  problems: ['document_not_found', 'not_retryable', 'not_available_on_remote'],
});

/** The documents that are listed, or have one of the labels. */
const documentFilterSchema = z.object({
  document_ids: z.array(documentIdSchema).max(limits.labeledDocuments).default([]),
  labels: z.array(documentLabelSchema).max(limits.labelsPerDocument).default([]),
});

export const searchKnowledge = defineRoute({
  id: 'searchKnowledge',
  method: 'post',
  path: '/knowledge/search',
  summary: 'Search the knowledge base',
  description: 'Returns the passages that an agent would answer from.',
  readOnly: true,
  tag: 'Knowledge',
  roles,
  extension: true,
  json: z.object({
    query: z.string().overwrite(toPlainLine).min(1).max(limits.queryLength),
    limit: z.int().min(1).max(limits.searchResultsMax).default(limits.searchResults),
    filter: documentFilterSchema.optional().meta({ description: 'Without it, all active documents are searched' }),
  }),
  status: 200,
  response: z.object({ data: z.array(passageSchema) }).meta({ id: 'PassageList' }),
  problems: remoteProblems,
});

/** Whether the best passage answers a question. If it is possible, an agent says that it is not sure. */
export const answerLevels = ['likely', 'possible', 'none'] as const;

export type AnswerLevel = (typeof answerLevels)[number];

/** The turns of a call that a question can refer to. */
const maxTurnsBefore = 10;

export const askKnowledge = defineRoute({
  id: 'askKnowledge',
  method: 'post',
  path: '/questions',
  summary: 'Ask the knowledge base',
  description: 'Returns the best passages, and whether the first one answers the question.',
  readOnly: true,
  tag: 'Knowledge',
  roles,
  extension: true,
  json: searchKnowledge.json.extend({
    before: z
      .array(z.string().max(limits.queryLength))
      .max(maxTurnsBefore)
      .default([])
      .meta({ description: 'The turns before the question, oldest first' }),
  }),
  status: 200,
  response: searchKnowledge.response.extend({
    answer: z.enum(answerLevels).nullable().meta({
      description:
        'Whether the first passage answers the question; null in a linked workspace, whose remote does not report it',
    }),
    is_answered: z
      .boolean()
      .nullable()
      .meta({ description: 'Whether the answer is likely; null if that is not known' }),
    is_for_staff: z.literal(true).optional().meta({
      description:
        'Present if the first passage may answer, but is from a document for employees. Agents do not answer from it.',
    }),
    is_words_only: z.literal(true).optional().meta({
      description:
        'Present if the search model could not be used, so that only passages with words of the question were found',
    }),
  }),
  problems: ['no_workspace', ...remoteProblems],
});

/** Progress of processing. `pages` is null until known; `chunks` counts embedded chunks. */
export const ingestProgressSchema = z.object({
  page: z.int().min(0),
  pages: z.int().min(0).nullable(),
  chunks: z.int().min(0),
});

export type IngestProgress = z.infer<typeof ingestProgressSchema>;

/** A document with the fields that the service specification does not have. */
export const documentRecordSchema = documentSchema
  .extend({
    ...fileFieldsSchema.shape,
    labels: z.array(z.string()).meta({ description: 'In alphabetical order' }),
    progress: ingestProgressSchema.nullable(),
    version: z.int().min(1),
    next_version: nextVersionSchema
      .extend({ file_name: z.string(), progress: ingestProgressSchema.nullable() })
      .nullable()
      .meta({ description: nextVersionDescription }),
    similar: similarDocumentSchema.nullable().meta({ description: similarDescription }),
    omissions: z
      .array(documentOmissionSchema)
      .meta({ description: 'What the text leaves out; empty until the document is active' }),
    ...syncFieldsSchema.shape,
  })
  .meta({ id: 'DocumentRecord' });

export type DocumentRecord = z.infer<typeof documentRecordSchema>;

export const listDocumentRecords = defineRoute({
  id: 'listDocumentRecords',
  method: 'get',
  path: '/documents',
  summary: 'List documents with their file details',
  tag: 'Knowledge',
  roles,
  extension: true,
  status: 200,
  response: z.object({ data: z.array(documentRecordSchema) }),
  problems: ['no_workspace'],
});

/** A page of a PDF, or the text under one heading. */
export const documentSectionSchema = z.object({
  index: z.int().min(0),
  page: z.int().min(1).nullable(),
  heading: z.string().nullable(),
  text: z.string(),
  omissions: z.array(omissionSchema),
});

export type DocumentSection = z.infer<typeof documentSectionSchema>;

export const listDocumentSections = defineRoute({
  id: 'listDocumentSections',
  method: 'get',
  path: '/documents/{document_id}/sections',
  summary: 'List the sections of a document',
  description: 'Returns the extracted text in order.',
  tag: 'Knowledge',
  roles,
  extension: true,
  params: documentParams,
  query: pageQuerySchema,
  status: 200,
  response: pageSchema(documentSectionSchema),
  problems: ['no_workspace', 'document_not_found', 'not_available_on_remote'],
});
