import { appRoutes } from '../../../shared/contract.ts';
import type { CallFilter } from '../../../shared/calls.ts';
import { toLocalDay } from '../../format/local-day.ts';
import { app } from '../../service-clients.ts';

/** Saves what a filter lets through as a file of the browser's; tells how many bytes have come. */
export async function downloadCallsCsv(
  filter: CallFilter,
  signal: AbortSignal,
  onProgress: (sizeBytes: number) => void,
): Promise<void> {
  const answer = await app(appRoutes.exportCalls, { query: filter, signal });
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let sizeBytes = 0;
  for await (const part of readChunks(answer)) {
    parts.push(part);
    onProgress((sizeBytes += part.byteLength));
  }
  downloadFile(new Blob(parts, { type: 'text/csv;charset=utf-8' }), `calls ${toLocalDay(new Date())}.csv`);
}

async function* readChunks({ body }: Response) {
  const reader = body?.getReader();
  for (;;) {
    const part = await reader?.read();
    if (!part || part.done) return;
    yield part.value;
  }
}

function downloadFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser has the file by the next task; the address would keep it in memory.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
