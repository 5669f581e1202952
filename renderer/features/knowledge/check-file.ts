import { limits } from '../../../shared/contract/limits.ts';
import { PendingReplies } from '../../../shared/calls/pending-replies.ts';
import { formatSize } from '../../format/format-size.ts';
import type { CheckReply, CheckRequest } from './check-worker.ts';
import type { FileInspection } from './inspect-bytes.ts';

export type FileCheck = { readonly inspection: FileInspection; readonly sha256: string | null };

/** Checks the bytes of a file in a worker. Rejects if it stops. */
const checkBytes = createByteCheck();

/** Checks a file before the upload: its size here, its bytes in a worker. Never rejects. */
export async function checkFile(file: File): Promise<FileCheck> {
  const inspection = checkSize(file.size);
  if (inspection) return { inspection, sha256: null };
  return checkBytes(file).catch(() => unreadableFile);
}

/** Rejects empty files and files that exceed the limit. Returns null for other files. */
export function checkSize(sizeBytes: number): FileInspection | null {
  if (sizeBytes === 0) return { verdict: 'rejected', reason: 'The file is empty.' };
  if (sizeBytes <= limits.uploadBytes) return null;
  const [size, limitText] = [formatSize(sizeBytes), formatSize(limits.uploadBytes)];
  const sizeText = size === limitText ? `slightly over ${limitText}` : size;
  return { verdict: 'rejected', reason: `The file is ${sizeText}. The maximum is ${limitText}.` };
}

function createByteCheck() {
  let worker: Worker | null = null;
  const pendingChecks = new PendingReplies<FileCheck>();
  const start = (): Worker => {
    const started = new Worker(new URL('./check-worker.ts', import.meta.url), { type: 'module' });
    started.addEventListener('message', ({ data }: MessageEvent<CheckReply>) => {
      if ('failure' in data) pendingChecks.reject(data.id, new Error(data.failure));
      else pendingChecks.resolve(data.id, { inspection: data.inspection, sha256: data.sha256 });
    });
    started.addEventListener('error', () => {
      started.terminate();
      worker = null;
      pendingChecks.rejectAll(new Error('The file check stopped.'));
    });
    return started;
  };
  return (file: File): Promise<FileCheck> => {
    const running = (worker ??= start());
    return pendingChecks.add((id) => running.postMessage({ id, file } satisfies CheckRequest, [])).reply;
  };
}

const unreadableFile: FileCheck = {
  inspection: {
    verdict: 'rejected',
    reason: 'The file could not be opened. It may have been moved, or another program is using it.',
  },
  sha256: null,
};
