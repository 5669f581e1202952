import type { Feature } from '../../data/feature.ts';
import { refreshSync } from './sync-query.ts';

export const outboxFeature = {
  name: 'outbox',
  events: { 'outbox_item.undecided': refreshSync },
  notifications: {
    'outbox_item.undecided': {
      classify: ({ item_id }) => ({ kind: 'undecided change', id: item_id }),
      loadTexts: async () => (await import('./undecided-notification.ts')).undecidedNotification,
    },
  },
} as const satisfies Feature;
