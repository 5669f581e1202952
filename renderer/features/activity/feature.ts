import { ScrollText } from 'lucide-react';
import { v1Routes } from '../../../shared/contract/contract.ts';
import type { CommandActions, Feature, WindowContext } from '../../data/feature.ts';
import { retryWhenReachable } from '../../data/retry-when-reachable.ts';
import { explainMissingPermission } from '../../data/session/missing-permission.ts';
import { refreshActivity } from './activity-query.ts';
import { activityRoutes } from './routes.ts';
import { setVerificationProgress } from './verification-store.ts';

export const activityFeature = {
  name: 'activity',
  routes: activityRoutes,
  viewIcons: { activity: ScrollText },
  events: {
    'activity.changed': refreshActivity,
    'activity.verification_progress': ({ done, total }) => setVerificationProgress({ done, total }),
  },
  createCommands,
} as const satisfies Feature;

function createCommands({ session }: WindowContext): CommandActions<'export-activity'> {
  return {
    'export-activity': {
      disabledReason: explainMissingPermission(session, v1Routes.exportActivity),
      run: () =>
        void retryWhenReachable(() => import('./save-activity.ts')).then(({ saveActivity }) => saveActivity({}, 'csv')),
    },
  };
}
