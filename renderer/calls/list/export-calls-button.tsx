import { Download, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { appRoutes } from '../../../shared/contract.ts';
import type { CallFilter } from '../../../shared/calls.ts';
import { formatSize } from '../../format/format-size.ts';
import { formatError } from '../../format/format-error.ts';
import { useMissingPermission } from '../../session/use-missing-permission.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { showErrorToast } from '../../ui/toasts.tsx';
import { downloadCallsCsv } from './download-calls-csv.ts';

/** Longer than this, and how far it has come is shown. */
const progressDelayMs = 1_000;

type ExportState =
  | { readonly state: 'idle' }
  | { readonly state: 'running'; readonly sizeBytes: number; readonly showsProgress: boolean };

/** Downloads what the filters let through, as CSV; goes on while one is elsewhere, unless it is stopped. */
export function ExportCallsButton({ filter }: { readonly filter: CallFilter }) {
  const disabledReason = useMissingPermission(appRoutes.exportCalls);
  const [running, setRunning] = useState<ExportState>({ state: 'idle' });
  const stop = useRef<AbortController | null>(null);
  const run = async () => {
    if (running.state === 'running') return;
    const mine = new AbortController();
    stop.current = mine;
    const change = (next: Partial<Extract<ExportState, { state: 'running' }>>) =>
      setRunning((now) => (now.state === 'running' ? { ...now, ...next } : now));
    setRunning({ state: 'running', sizeBytes: 0, showsProgress: false });
    const timer = setTimeout(() => change({ showsProgress: true }), progressDelayMs);
    try {
      await downloadCallsCsv(filter, mine.signal, (sizeBytes) => change({ sizeBytes }));
    } catch (error) {
      if (!mine.signal.aborted) showErrorToast('The calls were not exported', formatError(error));
    }
    clearTimeout(timer);
    setRunning({ state: 'idle' });
  };
  if (running.state === 'running' && running.showsProgress)
    return (
      <span className="flex items-center gap-2 text-small text-muted">
        <span className="relative">
          Exporting, {formatSize(running.sizeBytes)}
          <ProgressBar label="Exporting the calls" fraction={null} className="absolute inset-x-0 -bottom-1" />
        </span>
        <IconButton label="Stop the export" icon={<X aria-hidden size={14} />} onClick={() => stop.current?.abort()} />
      </span>
    );
  return (
    <IconButton
      label="Export these calls as CSV"
      disabledReason={disabledReason}
      icon={<Download aria-hidden size={15} />}
      onClick={() => void run()}
    />
  );
}
