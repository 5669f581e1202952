import { useRef, useState } from 'react';
import type { CallFilter } from '../../../../shared/calls/call-filter.ts';
import type { CallExportFormat } from '../../../../shared/calls/calls.ts';
import { appRoutes } from '../../../../shared/contract/contract.ts';
import { toLocalDay } from '../../../format/local-day.ts';
import { showRequestError } from '../../../data/show-request-error.ts';
import { saveBlob } from '../../../data/save-file.ts';
import { app } from '../../../data/service-clients.ts';

/** Progress is shown only for exports that take longer. */
const progressDelayMs = 1_000;

type ExportState =
  | { readonly state: 'idle' }
  | { readonly state: 'running'; readonly sizeBytes: number; readonly showsProgress: boolean };

/** The calls to export: those that match a filter, or those with these IDs. */
export type ExportedCalls = { readonly filter: CallFilter } | { readonly ids: readonly string[] };

/** Downloads calls as a file, one export at a time. It continues in other views unless the user stops it. */
export function useCallsExport() {
  const [exportState, setExportState] = useState<ExportState>({ state: 'idle' });
  const abortController = useRef<AbortController | null>(null);
  const run = async (calls: ExportedCalls, format: CallExportFormat) => {
    if (exportState.state === 'running') return;
    const controller = new AbortController();
    abortController.current = controller;
    const update = (change: Partial<Extract<ExportState, { state: 'running' }>>) =>
      setExportState((current) => (current.state === 'running' ? { ...current, ...change } : current));
    setExportState({ state: 'running', sizeBytes: 0, showsProgress: false });
    const timer = setTimeout(() => update({ showsProgress: true }), progressDelayMs);
    try {
      await downloadCalls(calls, format, controller.signal, (sizeBytes) => update({ sizeBytes }));
    } catch (error) {
      if (!controller.signal.aborted) showRequestError('The calls were not exported', error);
    }
    clearTimeout(timer);
    setExportState({ state: 'idle' });
  };
  return { exportState, run, stop: () => abortController.current?.abort() };
}

/** Saves calls as a file. Reports the number of bytes received so far. */
async function downloadCalls(
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
