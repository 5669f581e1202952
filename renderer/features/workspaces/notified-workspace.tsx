import { useEffect, type ReactNode } from 'react';
import { useSwitchWorkspace } from './use-switch-workspace.tsx';
import { openWorkspace } from './workspace-actions.ts';
import { useNotifiedWorkspace } from './notified-workspace-store.ts';

/** Opens the workspace and the view of a notification that the user chose, after a confirmation if uploads are running. */
export function NotifiedWorkspace(): ReactNode {
  const target = useNotifiedWorkspace((state) => state.target);
  const { switchTo, confirmDialog } = useSwitchWorkspace();
  useEffect(() => {
    if (!target) return;
    useNotifiedWorkspace.setState({ target: null });
    void switchTo(async () => {
      await openWorkspace(target.workspaceId);
      location.hash = target.path;
    });
  }, [target, switchTo]);
  return confirmDialog;
}
