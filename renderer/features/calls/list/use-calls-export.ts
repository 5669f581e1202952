import { useRef, useState } from 'react';
import type { CallExportFormat } from '../../../../shared/calls/calls.ts';
import { saveCalls, showCallsNotSaved, type ExportedCalls } from './save-calls.ts';

/** Progress is shown only for exports that take longer. */
const progressDelayMs = 1_000;

type ExportState =
  | { readonly state: 'idle' }
  | { readonly state: 'running'; readonly sizeBytes: number; readonly showsProgress: boolean };

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
      await saveCalls(calls, format, controller.signal, (sizeBytes) => update({ sizeBytes }));
    } catch (error) {
      if (!controller.signal.aborted) showCallsNotSaved(error);
    }
    clearTimeout(timer);
    setExportState({ state: 'idle' });
  };
  return { exportState, run, stop: () => abortController.current?.abort() };
}
