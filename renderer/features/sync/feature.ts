import type { Feature } from '../../data/feature.ts';
import { resetSyncPanel } from '../../data/sync-panel-store.ts';
import { refreshSync } from '../outbox/sync-query.ts';

export const syncFeature = {
  name: 'sync',
  workspace: { discard: resetSyncPanel },
  events: {
    'sync.changed': refreshSync,
    'outbox_item.undecided': refreshSync,
    'connection.refused': refreshSync,
  },
} as const satisfies Feature;
