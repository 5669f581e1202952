import { limits } from '../../../shared/contract/limits.ts';
import { PendingReplies } from '../../../shared/calls/pending-replies.ts';
import { formatSize } from '../../format/format-size.ts';
import type { CheckReply, CheckRequest } from './check-worker.ts';
import type { FileInspection } from './inspect-bytes.ts';

export type FileCheck = { readonly inspection: FileInspection; readonly sha256: string | null };

let worker: Worker | null = null;
const pendingChecks = new PendingReplies<FileCheck>();

/** Checks a file before the upload: its size here, its bytes in a worker. Never rejects. */
export async function checkFile(file: File): Promise<FileCheck> {
  const inspection = checkSize(file.size);
  if (inspection) return { inspection, sha256: null };
  const checkWorker = getWorker();
  const { reply } = pendingChecks.add((id) => checkWorker.postMessage({ id, file } satisfies CheckRequest, []));
  return reply.catch(() => unreadableFile);
}

/** Rejects empty files and files that exceed the limit. Returns null for other files. */
export function checkSize(sizeBytes: number): FileInspection | null {
  if (sizeBytes === 0) return { verdict: 'rejected', reason: 'The file is empty.' };
  if (sizeBytes <= limits.uploadBytes) return null;
  const [size, limitText] = [formatSize(sizeBytes), formatSize(limits.uploadBytes)];
  const sizeText = size === limitText ? `slightly over ${limitText}` : size;
  return { verdict: 'rejected', reason: `The file is ${sizeText}. The maximum is ${limitText}.` };
}

function getWorker(): Worker {
  if (worker) return worker;
  worker = new Worker(new URL('./check-worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', ({ data }: MessageEvent<CheckReply>) => {
    if ('failure' in data) pendingChecks.reject(data.id, new Error(data.failure));
    else pendingChecks.resolve(data.id, { inspection: data.inspection, sha256: data.sha256 });
  });
  worker.addEventListener('error', () => {
    worker?.terminate();
    worker = null;
    pendingChecks.rejectAll(new Error('The file check stopped.'));
  });
  return worker;
}

const unreadableFile: FileCheck = {
  inspection: {
    verdict: 'rejected',
    reason: 'The file could not be opened. It may have been moved, or another program is using it.',
  },
  sha256: null,
};
