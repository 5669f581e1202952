import type { Feature } from '../../data/feature.ts';
import { refreshActivity } from './activity-query.ts';
import { setVerificationProgress } from './verification-store.ts';

export const activityFeature = {
  name: 'activity',
  events: {
    'activity.changed': refreshActivity,
    'activity.verification_progress': ({ done, total }) => setVerificationProgress({ done, total }),
  },
} as const satisfies Feature;
