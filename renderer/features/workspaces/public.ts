export { openInWorkspace } from './notified-workspace-store.ts';
export { useSwitchWorkspace } from './use-switch-workspace.tsx';
export { changeWorkspace, createWorkspace, openWorkspace } from './workspace-actions.ts';
export { WorkspaceList } from './workspace-list.tsx';
