import { Problem } from '../../shared/problems.ts';

/** How far a file has come on its way into the service; what follows is told by its document record. */
export type UploadStage =
  | { readonly name: 'checking' }
  | { readonly name: 'refused'; readonly reason: string }
  | { readonly name: 'asking'; readonly reason: string }
  | { readonly name: 'waiting' }
  | { readonly name: 'uploading' }
  | { readonly name: 'failed'; readonly reason: string }
  | { readonly name: 'accepted'; readonly documentId: string };

export type UploadItem = {
  readonly id: string;
  readonly file: File;
  readonly title: string;
  /** Goes out with the upload, so that trying again after an unknown outcome never adds the file twice. */
  readonly idempotencyKey: string;
  readonly sha256: string | null;
  readonly stage: UploadStage;
};

/** Whether closing the window now would lose it. */
export function isUnfinished({ stage }: UploadItem): boolean {
  return ['checking', 'asking', 'waiting', 'uploading'].includes(stage.name);
}

/** After an answer the next try is a new request; where no answer came, or the first is still running, it is the same. */
export function isOutcomeKnown(error: unknown): boolean {
  return error instanceof Problem && error.code !== 'idempotency_in_flight' && error.code !== 'internal';
}
