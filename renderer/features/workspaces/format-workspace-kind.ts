import type { Workspace } from '../../../shared/workspaces/workspaces.ts';

/** Returns the kind of a workspace as lists show it: "Local", "Demo" or "Linked · voice.example.com". */
export function formatWorkspaceKind({ kind, remote_host }: Pick<Workspace, 'kind' | 'remote_host'>): string {
  if (kind === 'linked') return remote_host === null ? 'Linked' : `Linked · ${remote_host}`;
  return kind === 'demo' ? 'Demo' : 'Local';
}
