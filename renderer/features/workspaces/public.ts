export { NewWorkspaceForm } from './new-workspace-form.tsx';
export { openInWorkspace } from './notified-workspace-store.ts';
export { NotifiedWorkspace } from './notified-workspace.tsx';
export { ReadOnlyBanner } from './read-only-banner.tsx';
export { useSwitchWorkspace } from './use-switch-workspace.tsx';
export {
  changeWorkspace,
  createWorkspace,
  followOtherWindow,
  openWorkspace,
  prepareDemo,
} from './workspace-actions.ts';
export { WorkspaceList } from './workspace-list.tsx';
export { WorkspaceMenu } from './workspace-menu.tsx';
export { WorkspacePicker } from './workspace-picker.tsx';
export { workspacesQuery } from './workspaces-query.ts';
