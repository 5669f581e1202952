import { limits } from '../../shared/limits.ts';
import { formatSize } from '../format/format-size.ts';
import type { CheckReply, CheckRequest } from './check-worker.ts';
import type { Finding } from './inspect-bytes.ts';

export type FileCheck = { readonly finding: Finding; readonly sha256: string | null };

type Waiting = Map<string, { resolve: (check: FileCheck) => void }>;

let worker: Worker | null = null;
const waiting: Waiting = new Map();

/** Looks at a file before it is sent: its size here, its bytes in a worker. Never rejects. */
export async function checkFile(file: File): Promise<FileCheck> {
  const finding = checkSize(file.size);
  if (finding) return { finding, sha256: null };
  return new Promise((resolve) => {
    const id = crypto.randomUUID();
    waiting.set(id, { resolve });
    openWorker().postMessage({ id, file } satisfies CheckRequest, []);
  });
}

/** What the size alone says, or null. */
export function checkSize(sizeBytes: number): Finding | null {
  if (sizeBytes === 0) return { verdict: 'refused', reason: 'The file is empty.' };
  if (sizeBytes <= limits.uploadBytes) return null;
  const [size, most] = [formatSize(sizeBytes), formatSize(limits.uploadBytes)];
  const told = size === most ? `just over ${most}` : size;
  return { verdict: 'refused', reason: `The file has ${told}; at most ${most} are accepted.` };
}

function openWorker(): Worker {
  if (worker) return worker;
  worker = new Worker(new URL('./check-worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', (event: MessageEvent<CheckReply>) => settle(event.data));
  worker.addEventListener('error', () => {
    worker?.terminate();
    worker = null;
    for (const id of waiting.keys()) settle({ id, failure: 'the check stopped' });
  });
  return worker;
}

function settle(reply: CheckReply) {
  const entry = waiting.get(reply.id);
  waiting.delete(reply.id);
  entry?.resolve('failure' in reply ? unreadable : { finding: reply.finding, sha256: reply.sha256 });
}

const unreadable: FileCheck = {
  finding: { verdict: 'refused', reason: 'The file could not be opened. It may have been moved or is in use.' },
  sha256: null,
};
