import { Download, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { appRoutes } from '../../../shared/contract.ts';
import type { CallFilter } from '../../../shared/calls.ts';
import { formatSize } from '../../format/format-size.ts';
import { tellError } from '../../format/tell-error.ts';
import { usePermission } from '../../session/use-permission.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Progress } from '../../ui/progress.tsx';
import { tellFailure } from '../../ui/toasts.tsx';
import { exportCalls } from './export-calls.ts';

/** Longer than this, and how far it has come is shown. */
const patienceMs = 1_000;

type Export =
  { readonly state: 'idle' } | { readonly state: 'running'; readonly sizeBytes: number; readonly isLong: boolean };

/** Downloads what the filters let through, as CSV; goes on while one is elsewhere, unless it is stopped. */
export function ExportButton({ filter }: { readonly filter: CallFilter }) {
  const unavailable = usePermission(appRoutes.exportCalls);
  const [running, setRunning] = useState<Export>({ state: 'idle' });
  const stop = useRef<AbortController | null>(null);
  const run = async () => {
    if (running.state === 'running') return;
    const mine = new AbortController();
    stop.current = mine;
    const change = (next: Partial<Extract<Export, { state: 'running' }>>) =>
      setRunning((now) => (now.state === 'running' ? { ...now, ...next } : now));
    setRunning({ state: 'running', sizeBytes: 0, isLong: false });
    const timer = setTimeout(() => change({ isLong: true }), patienceMs);
    try {
      await exportCalls(filter, mine.signal, (sizeBytes) => change({ sizeBytes }));
    } catch (error) {
      if (!mine.signal.aborted) tellFailure('The calls were not exported', tellError(error));
    }
    clearTimeout(timer);
    setRunning({ state: 'idle' });
  };
  if (running.state === 'running' && running.isLong)
    return (
      <span className="flex items-center gap-2 text-small text-muted">
        <span className="relative">
          Exporting, {formatSize(running.sizeBytes)}
          <Progress label="Exporting the calls" share={null} className="absolute inset-x-0 -bottom-1" />
        </span>
        <IconButton label="Stop the export" icon={<X aria-hidden size={14} />} onClick={() => stop.current?.abort()} />
      </span>
    );
  return (
    <IconButton
      label="Export these calls as CSV"
      unavailable={unavailable}
      icon={<Download aria-hidden size={15} />}
      onClick={() => void run()}
    />
  );
}
