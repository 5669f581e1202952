import { inspectBytes, type FileInspection } from './inspect-bytes.ts';

/** Message from the worker: the result for one file. */
export type CheckReply =
  | { readonly id: number; readonly inspection: FileInspection; readonly sha256: string }
  | { readonly id: number; readonly failure: string };

export type CheckRequest = { readonly id: number; readonly file: File };

addEventListener('message', (event: MessageEvent<CheckRequest>) => {
  const { id, file } = event.data;
  inspectFile(id, file).then(
    (reply) => postMessage(reply),
    (error: unknown) => postMessage({ id, failure: String(error) } satisfies CheckReply),
  );
});

async function inspectFile(id: number, file: File): Promise<CheckReply> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const sha256 = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return { id, inspection: inspectBytes(bytes), sha256 };
}
