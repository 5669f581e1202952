import { FolderOpen } from 'lucide-react';
import { bridge } from '../bridge.ts';
import { Button } from '../ui/button.tsx';
import { revealDataFolder } from './reveal-data-folder.ts';

export function DataPlace() {
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-muted">
        Workspaces, documents and settings are kept in one folder on this computer. Each workspace is one file there,
        with its original documents beside it.
      </p>
      {bridge.host === 'electron' ? (
        <Button icon={<FolderOpen aria-hidden size={14} />} onClick={() => void revealDataFolder()}>
          Show the data folder
        </Button>
      ) : (
        <p className="text-muted">A browser cannot show the folder. The terminal that started Switchboard names it.</p>
      )}
    </div>
  );
}
