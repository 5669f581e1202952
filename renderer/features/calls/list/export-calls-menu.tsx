import { Braces, Table, X } from 'lucide-react';
import type { ComponentProps } from 'react';
import { formatSize } from '../../../format/format-size.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { Menu, MenuItem } from '../../../ui/dialogs/menu.tsx';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import type { ExportedCalls } from './save-calls.ts';
import { useCallsExport } from './use-calls-export.ts';

type ExportCallsMenuProps = { readonly calls: ExportedCalls; readonly trigger: ComponentProps<typeof Menu>['trigger'] };

/** Exports calls as CSV or JSON. An export that takes long shows its progress instead of the button, and can be stopped. */
export function ExportCallsMenu({ calls, trigger }: ExportCallsMenuProps) {
  const { exportState, run, stop } = useCallsExport();
  if (exportState.state === 'running' && exportState.showsProgress)
    return (
      <span className="flex items-center gap-2 text-small text-muted">
        <span className="relative">
          Exporting, {formatSize(exportState.sizeBytes)}
          <ProgressBar label="Exporting calls" fraction={null} className="absolute inset-x-0 -bottom-1" />
        </span>
        <IconButton label="Stop export" icon={<X aria-hidden size={14} />} onClick={stop} />
      </span>
    );
  return (
    <Menu align="end" trigger={trigger}>
      <MenuItem icon={<Table aria-hidden size={14} />} onSelect={() => void run(calls, 'csv')}>
        Export as CSV
      </MenuItem>
      <MenuItem icon={<Braces aria-hidden size={14} />} onSelect={() => void run(calls, 'json')}>
        Export as JSON
      </MenuItem>
    </Menu>
  );
}
