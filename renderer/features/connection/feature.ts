import type { Feature } from '../../data/feature.ts';
import { invalidate } from '../../data/invalidate.ts';
import { sessionQuery } from '../../data/session/session-query.ts';
import { connectionKey } from './connection-query.ts';

export const connectionFeature = {
  name: 'connection',
  events: {
    'connection.changed': () => {
      void invalidate(connectionKey);
      void invalidate(sessionQuery.queryKey);
    },
  },
} as const satisfies Feature;
