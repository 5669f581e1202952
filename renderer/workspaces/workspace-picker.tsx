import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatError } from '../format/format-error.ts';
import { Button } from '../ui/button.tsx';
import { useBusy } from '../ui/use-busy.ts';
import { RecoverWorkspaceDialog } from './recover-workspace-dialog.tsx';
import { openWorkspace } from './workspace-actions.ts';
import { WorkspaceTile } from './workspace-tile.tsx';
import { workspacesQuery } from './workspaces-query.ts';

type WorkspacePickerProps = { readonly onFailure: (error: unknown) => void };

/** Lists the workspaces to open. Renders nothing if there are none. */
export function WorkspacePicker({ onFailure }: WorkspacePickerProps) {
  const list = useQuery(workspacesQuery);
  const [isOpening, run] = useBusy();
  const [recoveredId, setRecoveredId] = useState<string | null>(null);
  if (list.isLoadingError)
    return (
      <div role="alert" className="mb-8 flex items-center gap-3">
        <p className="text-bad">Workspaces could not be loaded. {formatError(list.error)}</p>
        <Button size="small" onClick={() => void list.refetch()}>
          Try again
        </Button>
      </div>
    );
  const workspaces = list.data?.data ?? [];
  const recovered = workspaces.find(({ workspace_id }) => workspace_id === recoveredId);
  if (workspaces.length === 0) return null;
  return (
    <section aria-label="Workspaces" className="mb-8">
      <h2 className="mb-2 text-section">Open a workspace</h2>
      <ul className="border-t border-line">
        {workspaces.map(({ workspace_id, name, kind, error }) => (
          <li key={workspace_id} className="border-b border-line py-1">
            {error === null ? (
              <button
                type="button"
                aria-busy={isOpening}
                onClick={() => void run(() => openWorkspace(workspace_id).catch(onFailure))}
                className="flex min-h-10 w-full items-center gap-3 rounded-control px-1.5 text-left hover:bg-well"
              >
                <WorkspaceTile name={name} />
                <span className="min-w-0 flex-1 truncate font-medium">{name}</span>
                <span className="max-w-1/2 truncate text-small text-muted">{kind === 'demo' ? 'Demo' : 'Local'}</span>
              </button>
            ) : (
              <DamagedWorkspace name={name} error={error} onRecover={() => setRecoveredId(workspace_id)} />
            )}
          </li>
        ))}
      </ul>
      {recovered && <RecoverWorkspaceDialog workspace={recovered} onClose={() => setRecoveredId(null)} />}
    </section>
  );
}

type DamagedWorkspaceProps = { readonly name: string; readonly error: string; readonly onRecover: () => void };

function DamagedWorkspace({ name, error, onRecover }: DamagedWorkspaceProps) {
  return (
    <div className="flex min-h-10 items-center gap-3 px-1.5 py-1">
      <WorkspaceTile name={name} />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{name}</p>
        <p className="text-small text-bad">{error}</p>
      </div>
      <Button size="small" aria-label={`Recover ${name}`} onClick={onRecover}>
        Recover…
      </Button>
    </div>
  );
}
