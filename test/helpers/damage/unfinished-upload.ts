import type { UploadItem } from '../../../renderer/features/knowledge/upload-item.ts';

/** An upload that waits for a decision, so it is lost if the workspace changes. */
export const unfinishedUpload: UploadItem = {
  id: 'upload_1',
  file: null,
  fileName: 'hours.txt',
  sizeBytes: 10,
  title: 'Hours',
  idempotencyKey: 'key_1',
  sha256: null,
  stage: { name: 'needs_confirmation', cause: 'warning', reason: 'It has no text.' },
};
