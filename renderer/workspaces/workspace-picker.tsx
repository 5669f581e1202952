import { useQuery } from '@tanstack/react-query';
import { formatError } from '../format/format-error.ts';
import { Button } from '../ui/button.tsx';
import { useBusy } from '../ui/use-busy.ts';
import { openWorkspace } from './workspace-actions.ts';
import { WorkspaceTile } from './workspace-tile.tsx';
import { workspacesQuery } from './workspaces-query.ts';

type WorkspacePickerProps = { readonly onFailure: (error: unknown) => void };

/** Lists the workspaces to open. Renders nothing if there are none. */
export function WorkspacePicker({ onFailure }: WorkspacePickerProps) {
  const list = useQuery(workspacesQuery);
  const [isOpening, run] = useBusy();
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
  if (workspaces.length === 0) return null;
  return (
    <section aria-label="Workspaces" className="mb-8">
      <h2 className="mb-2 text-section">Open a workspace</h2>
      <ul className="border-t border-line">
        {workspaces.map(({ workspace_id, name, kind, error }) => (
          <li key={workspace_id} className="border-b border-line py-1">
            <button
              type="button"
              aria-disabled={error !== null || undefined}
              aria-busy={isOpening}
              onClick={() => error === null && void run(() => openWorkspace(workspace_id).catch(onFailure))}
              className="flex min-h-10 w-full items-center gap-3 rounded-control px-1.5 text-left hover:bg-well"
            >
              <WorkspaceTile name={name} />
              <span className="min-w-0 flex-1 truncate font-medium">{name}</span>
              <span className="max-w-1/2 truncate text-small text-muted">
                {error ?? (kind === 'demo' ? 'Demo' : 'Local')}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
