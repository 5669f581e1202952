import type { Feature, CommandActions, WindowContext } from '../../data/feature.ts';
import { explainMissingRemote } from '../../data/session/session-query.ts';
import { resetSyncPanel, openSyncPanel } from '../../data/sync-panel-store.ts';
import { refreshSync } from '../outbox/public.ts';
import { syncNow } from './sync-now.ts';

export const syncFeature = {
  name: 'sync',
  workspace: { discard: resetSyncPanel },
  events: {
    'sync.changed': refreshSync,
    'connection.refused': refreshSync,
  },
  notifications: {
    'connection.refused': {
      classify: () => ({ kind: 'connection refused', id: '' }),
      loadTexts: async () => (await import('./refusal-notification.ts')).refusalNotification,
    },
  },
  createCommands,
} as const satisfies Feature;

function createCommands({ session }: WindowContext): CommandActions<'show-sync-status' | 'sync-now'> {
  const disabledReason = explainMissingRemote(session);
  return {
    'show-sync-status': { disabledReason, run: openSyncPanel },
    'sync-now': { disabledReason, run: () => void syncNow() },
  };
}
