import { create } from 'zustand';

/** A view of a workspace that is not the open one. */
type Target = { readonly workspaceId: string; /** The part of the address after `#`. */ readonly path: string };

export const useNotifiedWorkspace = create<{ readonly target: Target | null }>(() => ({ target: null }));

/** Opens a workspace and then a view of it. */
export function openInWorkspace(workspaceId: string, path: string): void {
  useNotifiedWorkspace.setState({ target: { workspaceId, path } });
}
