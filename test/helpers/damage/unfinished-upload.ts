import { onTestFinished } from 'vitest';
import { setUpWorkspaceParts } from '../../../renderer/data/session/workspace-parts.ts';
import { knowledgeFeature } from '../../../renderer/features/knowledge/feature.ts';
import type { UploadItem } from '../../../renderer/features/knowledge/upload-item.ts';
import { uploads } from '../../../renderer/features/knowledge/uploads.ts';

const unfinishedUpload: UploadItem = {
  id: 'upload_1',
  file: null,
  fileName: 'hours.txt',
  sizeBytes: 10,
  title: 'Hours',
  idempotencyKey: 'key_1',
  sha256: null,
  stage: { name: 'needs_confirmation', cause: 'warning', reason: 'It has no text.' },
};

/** Adds an upload that waits for a decision, so it is lost if the workspace changes. Removes it when the test ends. */
export function addUnfinishedUpload(): void {
  setUpWorkspaceParts([knowledgeFeature]);
  uploads.restore([unfinishedUpload]);
  onTestFinished(uploads.clear);
}
