import { limits } from '../../shared/limits.ts';
import { formatSize } from '../format/format-size.ts';
import type { CheckReply, CheckRequest } from './check-worker.ts';
import type { FileInspection } from './inspect-bytes.ts';

export type FileCheck = { readonly inspection: FileInspection; readonly sha256: string | null };

type PendingChecks = Map<string, { resolve: (check: FileCheck) => void }>;

let worker: Worker | null = null;
const pendingChecks: PendingChecks = new Map();

/** Looks at a file before it is sent: its size here, its bytes in a worker. Never rejects. */
export async function checkFile(file: File): Promise<FileCheck> {
  const inspection = checkSize(file.size);
  if (inspection) return { inspection: inspection, sha256: null };
  return new Promise((resolve) => {
    const id = crypto.randomUUID();
    pendingChecks.set(id, { resolve });
    getWorker().postMessage({ id, file } satisfies CheckRequest, []);
  });
}

/** What the size alone says, or null. */
export function checkSize(sizeBytes: number): FileInspection | null {
  if (sizeBytes === 0) return { verdict: 'refused', reason: 'The file is empty.' };
  if (sizeBytes <= limits.uploadBytes) return null;
  const [size, most] = [formatSize(sizeBytes), formatSize(limits.uploadBytes)];
  const told = size === most ? `just over ${most}` : size;
  return { verdict: 'refused', reason: `The file has ${told}; at most ${most} are accepted.` };
}

function getWorker(): Worker {
  if (worker) return worker;
  worker = new Worker(new URL('./check-worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', (event: MessageEvent<CheckReply>) => settleCheck(event.data));
  worker.addEventListener('error', () => {
    worker?.terminate();
    worker = null;
    for (const id of pendingChecks.keys()) settleCheck({ id, failure: 'the check stopped' });
  });
  return worker;
}

function settleCheck(reply: CheckReply) {
  const entry = pendingChecks.get(reply.id);
  pendingChecks.delete(reply.id);
  entry?.resolve('failure' in reply ? unreadableFile : { inspection: reply.inspection, sha256: reply.sha256 });
}

const unreadableFile: FileCheck = {
  inspection: { verdict: 'refused', reason: 'The file could not be opened. It may have been moved or is in use.' },
  sha256: null,
};
