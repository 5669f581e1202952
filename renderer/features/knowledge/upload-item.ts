import { Problem } from '../../../shared/contract/problems.ts';

/** The stage of an upload. After `uploaded`, the document record has the progress. */
export type UploadStage =
  /** The check is running or has not started. */
  | { readonly name: 'unchecked' }
  | { readonly name: 'rejected'; readonly reason: string }
  | { readonly name: 'needs_confirmation'; readonly cause: 'duplicate' | 'warning'; readonly reason: string }
  /** A document has the same title or file name: the file can replace it. */
  | {
      readonly name: 'needs_confirmation';
      readonly cause: 'same_name';
      readonly reason: string;
      readonly existing: ReplacedDocument;
    }
  | { readonly name: 'queued' }
  | { readonly name: 'uploading' }
  | { readonly name: 'failed'; readonly reason: string }
  /** The window was reloaded or locked, and the bytes of the file are gone. */
  | { readonly name: 'lost'; readonly cause: 'reload' | 'lock' }
  | { readonly name: 'uploaded'; readonly documentId: string };

/** The document that a file replaces. */
export type ReplacedDocument = { readonly documentId: string; readonly title: string };

export type UploadItem = {
  readonly id: string;
  /** Null after the window was reloaded. The knowledge base has a file with the bytes of a duplicate. */
  readonly file: File | null;
  readonly fileName: string;
  readonly sizeBytes: number;
  readonly title: string;
  /** Sent with the upload, so that a retry after an unknown outcome never adds the file twice. */
  readonly idempotencyKey: string;
  readonly sha256: string | null;
  /** The question of recipients that the document should answer. */
  readonly question?: string;
  /** Left out if the file is added as another document. */
  readonly replaces?: ReplacedDocument;
  /** A document with the same title or file name, which is kept. */
  readonly beside?: ReplacedDocument;
  readonly stage: UploadStage;
};

/** Whether the upload is lost if the window is closed. */
export function isUnfinished({ stage }: UploadItem): boolean {
  return ['unchecked', 'needs_confirmation', 'queued', 'uploading'].includes(stage.name);
}

/** Whether the item waits for a decision, and the knowledge base has its bytes already. */
export function isDuplicate({ stage }: UploadItem): boolean {
  return stage.name === 'needs_confirmation' && stage.cause === 'duplicate';
}

/** Whether the service has answered. If not, or if the first request is still running, a retry must use the same key. */
export function isOutcomeKnown(error: unknown): boolean {
  return error instanceof Problem && error.code !== 'idempotency_in_flight' && error.code !== 'internal';
}
