import type { Feature } from '../../data/feature.ts';
import { refreshSync } from '../outbox/sync-query.ts';

export const syncFeature = {
  name: 'sync',
  events: {
    'sync.changed': refreshSync,
    'outbox_item.undecided': refreshSync,
    'connection.refused': refreshSync,
  },
} as const satisfies Feature;
