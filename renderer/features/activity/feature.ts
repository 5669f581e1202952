import { ScrollText } from 'lucide-react';
import type { Feature } from '../../data/feature.ts';
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
} as const satisfies Feature;
