import { FolderOpen } from 'lucide-react';
import { bridge } from '../../data/bridge.ts';
import { useCommand } from '../../ui/commands/command-context.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { CopyButton } from '../../ui/buttons/copy-button.tsx';
import { useStorage } from '../../data/storage-query.ts';
import { DamagedCopies } from './damaged-copies.tsx';
import { StorageTable } from './storage-table.tsx';

/** Shows the data folder and the storage that each workspace uses. */
export function DataSettings() {
  const reveal = useCommand('show-data-folder');
  const folder = useStorage().data?.data_dir;
  return (
    <div className="flex flex-col gap-4">
      <p className="text-muted">
        Workspaces and settings are stored in one folder on this computer. Each workspace is a database file with its
        documents and recordings next to it.
      </p>
      {folder !== undefined && (
        <div className="flex items-center gap-1.5">
          <code aria-label="Data folder" className="min-w-0 truncate font-mono text-small select-text" title={folder}>
            {folder}
          </code>
          <CopyButton text={folder} label="Copy folder path" />
          {bridge.host === 'electron' && (
            <Button size="small" icon={<FolderOpen aria-hidden size={13} />} onClick={reveal.run}>
              {reveal.label}
            </Button>
          )}
        </div>
      )}
      <StorageTable />
      <DamagedCopies />
    </div>
  );
}
