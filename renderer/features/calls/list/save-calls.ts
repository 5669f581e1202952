import type { CallFilter } from '../../../../shared/calls/call-filter.ts';
import type { CallExportFormat } from '../../../../shared/calls/calls.ts';
import { appRoutes } from '../../../../shared/contract/contract.ts';
import { toLocalDay } from '../../../format/local-day.ts';
import { saveBlob } from '../../../data/save-file.ts';
import { app } from '../../../data/service-clients.ts';
import { showRequestError } from '../../../data/show-request-error.ts';
import { toCallsQuery } from '../calls-search.ts';
import { useCallsStore } from '../calls-store.ts';

/** The calls to export: those that match a filter, or those with these IDs. */
export type ExportedCalls = { readonly filter: CallFilter } | { readonly ids: readonly string[] };

/** Saves the calls that the list shows as CSV. */
export async function saveListedCalls(): Promise<void> {
  const { filter } = toCallsQuery(useCallsStore.getState().search, new Date());
  try {
    await saveCalls({ filter }, 'csv', new AbortController().signal, () => {});
  } catch (error) {
    showCallsNotSaved(error);
  }
}

export function showCallsNotSaved(error: unknown): void {
  showRequestError('The calls were not exported', error);
}

/** Saves calls as a file. Reports the number of bytes received so far. */
export async function saveCalls(
  calls: ExportedCalls,
  format: CallExportFormat,
  signal: AbortSignal,
  onProgress: (sizeBytes: number) => void,
): Promise<void> {
  const response =
    'ids' in calls
      ? await app(appRoutes.exportSelectedCalls, { json: { ids: [...calls.ids], format }, signal })
      : await app(appRoutes.exportCalls, { query: { ...calls.filter, format }, signal });
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let sizeBytes = 0;
  for await (const chunk of readChunks(response)) {
    chunks.push(chunk);
    onProgress((sizeBytes += chunk.byteLength));
  }
  const type = response.headers.get('Content-Type') ?? '';
  saveBlob(`calls ${toLocalDay(new Date())}.${format}`, new Blob(chunks, { type }));
}

async function* readChunks({ body }: Response) {
  const reader = body?.getReader();
  for (;;) {
    const chunk = await reader?.read();
    if (!chunk || chunk.done) return;
    yield chunk.value;
  }
}
