import type {
  Document,
  DocumentErrorCode,
  DocumentKind,
  DocumentRecord,
  DocumentStatus,
  IngestProgress,
} from '../../../../shared/knowledge/knowledge.ts';
import type { SyncFields } from '../../../../shared/workspaces/sync.ts';
import { formatTimestamp } from '../../../../shared/contract/timestamp.ts';

/** A row of the table `document`. Only `listDeletingDocuments` returns rows with the status `deleting`. */
export type DocumentRow = {
  readonly id: number;
  readonly document_id: string;
  readonly org_id: string;
  readonly title: string;
  /** Null if it was uploaded to the remote elsewhere. Its file is not known then: name and `sha256` are empty, the size is 0. */
  readonly kind: DocumentKind | null;
  readonly file_name: string;
  readonly size_bytes: number;
  readonly sha256: string;
  readonly status: DocumentStatus;
  readonly failure: DocumentErrorCode | null;
  readonly failure_detail: string | null;
  readonly pages: number | null;
  readonly chunk_count: number;
  readonly attempts: number;
  /** 0 if it is not known. */
  readonly added_at: number;
};

/** Returns the Document object of the service specification. `chunks_created` is 0 until the document is active. */
export function toDocument(row: DocumentRow): Document {
  return {
    document_id: row.document_id,
    title: row.title,
    status: row.status,
    chunks_created: row.status === 'active' ? row.chunk_count : 0,
    ...(row.failure && { error: { code: row.failure, detail: row.failure_detail ?? '' } }),
  };
}

export function toDocumentRecord(
  row: DocumentRow,
  progress: IngestProgress | null,
  syncFields: SyncFields,
): DocumentRecord {
  const document = toDocument(row);
  return {
    ...document,
    // A remote can have chunks in a status that this application does not know.
    chunks_created: syncFields.remote ? row.chunk_count : document.chunks_created,
    kind: row.kind,
    file_name: row.file_name || null,
    size_bytes: row.size_bytes || null,
    sha256: row.sha256 || null,
    pages: row.pages,
    added_at: row.added_at === 0 ? null : formatTimestamp(row.added_at),
    progress,
    ...syncFields,
  };
}
