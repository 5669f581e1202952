import type { Feature } from '../../data/feature.ts';
import { invalidate } from '../../data/invalidate.ts';
import { sessionQuery } from '../../data/session/session-query.ts';
import { workspacesKey } from './workspaces-query.ts';

export const workspacesFeature = {
  name: 'workspaces',
  events: {
    'workspaces.changed': () => {
      void invalidate(workspacesKey);
      void invalidate(sessionQuery.queryKey);
    },
  },
} as const satisfies Feature;
