import type { CommandActions, Feature } from '../../data/feature.ts';
import { invalidate } from '../../data/invalidate.ts';
import { lazyComponent } from '../../data/lazy-component.ts';
import { openOverlay } from '../../data/overlay-store.ts';
import { sessionQuery } from '../../data/session/session-query.ts';
import { alwaysEnabled } from '../../ui/commands/command.ts';
import { connectionKey } from './connection-query.ts';

export const connectionFeature = {
  name: 'connection',
  events: {
    'connection.changed': () => {
      void invalidate(connectionKey);
      void invalidate(sessionQuery.queryKey);
    },
  },
  createCommands: (): CommandActions<'connect-workspace' | 'accept-invitation'> => ({
    'connect-workspace': alwaysEnabled(() => openOverlay('connect-workspace')),
    'accept-invitation': alwaysEnabled(() => openOverlay('accept-invitation')),
  }),
  dialogs: {
    'connect-workspace': lazyComponent(async () => (await import('./connect-dialog.tsx')).ConnectDialog),
    'accept-invitation': lazyComponent(async () => (await import('./connect-dialog.tsx')).AcceptInvitationDialog),
  },
} as const satisfies Feature;
