import type { CommandActions, Feature } from '../../data/feature.ts';
import { invalidate } from '../../data/invalidate.ts';
import { lazyComponent } from '../../data/lazy-component.ts';
import { openOverlay } from '../../data/overlay-store.ts';
import { sessionQuery } from '../../data/session/session-query.ts';
import { alwaysEnabled } from '../../ui/commands/command.ts';
import { workspacesKey } from './workspaces-query.ts';

export const workspacesFeature = {
  name: 'workspaces',
  events: {
    'workspaces.changed': () => {
      void invalidate(workspacesKey);
      void invalidate(sessionQuery.queryKey);
    },
  },
  createCommands: (): CommandActions<'new-workspace'> => ({
    'new-workspace': alwaysEnabled(() => openOverlay('new-workspace')),
  }),
  dialogs: {
    'new-workspace': lazyComponent(async () => (await import('./new-workspace-dialog.tsx')).NewWorkspaceDialog),
  },
} as const satisfies Feature;
