import { Download, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { appRoutes } from '../../../shared/contract.ts';
import type { CallFilter } from '../../../shared/call-filter.ts';
import { formatSize } from '../../format/format-size.ts';
import { toLocalDay } from '../../format/local-day.ts';
import { saveBlob } from '../../save-file.ts';
import { app } from '../../service-clients.ts';
import { useMissingPermission } from '../../session/use-missing-permission.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { showRequestError } from '../../live/show-request-error.ts';

/** Progress is shown only for exports that take longer. */
const progressDelayMs = 1_000;

type ExportState =
  | { readonly state: 'idle' }
  | { readonly state: 'running'; readonly sizeBytes: number; readonly showsProgress: boolean };

/** Downloads the filtered calls as CSV. The download continues in other views unless the user stops it. */
export function ExportCallsButton({ filter }: { readonly filter: CallFilter }) {
  const disabledReason = useMissingPermission(appRoutes.exportCalls);
  const [exportState, setExportState] = useState<ExportState>({ state: 'idle' });
  const abortController = useRef<AbortController | null>(null);
  const run = async () => {
    if (exportState.state === 'running') return;
    const controller = new AbortController();
    abortController.current = controller;
    const update = (change: Partial<Extract<ExportState, { state: 'running' }>>) =>
      setExportState((current) => (current.state === 'running' ? { ...current, ...change } : current));
    setExportState({ state: 'running', sizeBytes: 0, showsProgress: false });
    const timer = setTimeout(() => update({ showsProgress: true }), progressDelayMs);
    try {
      await downloadCallsCsv(filter, controller.signal, (sizeBytes) => update({ sizeBytes }));
    } catch (error) {
      if (!controller.signal.aborted) showRequestError('The calls were not exported', error);
    }
    clearTimeout(timer);
    setExportState({ state: 'idle' });
  };
  if (exportState.state === 'running' && exportState.showsProgress)
    return (
      <span className="flex items-center gap-2 text-small text-muted">
        <span className="relative">
          Exporting, {formatSize(exportState.sizeBytes)}
          <ProgressBar label="Exporting calls" fraction={null} className="absolute inset-x-0 -bottom-1" />
        </span>
        <IconButton
          label="Stop export"
          icon={<X aria-hidden size={14} />}
          onClick={() => abortController.current?.abort()}
        />
      </span>
    );
  return (
    <IconButton
      label="Export calls as CSV"
      disabledReason={disabledReason}
      icon={<Download aria-hidden size={15} />}
      onClick={() => void run()}
    />
  );
}

/** Downloads the filtered calls and saves them as a file. Reports the number of bytes received so far. */
async function downloadCallsCsv(
  filter: CallFilter,
  signal: AbortSignal,
  onProgress: (sizeBytes: number) => void,
): Promise<void> {
  const response = await app(appRoutes.exportCalls, { query: filter, signal });
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let sizeBytes = 0;
  for await (const chunk of readChunks(response)) {
    chunks.push(chunk);
    onProgress((sizeBytes += chunk.byteLength));
  }
  saveBlob(`calls ${toLocalDay(new Date())}.csv`, new Blob(chunks, { type: 'text/csv;charset=utf-8' }));
}

async function* readChunks({ body }: Response) {
  const reader = body?.getReader();
  for (;;) {
    const chunk = await reader?.read();
    if (!chunk || chunk.done) return;
    yield chunk.value;
  }
}
