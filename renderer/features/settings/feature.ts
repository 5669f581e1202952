import type { Feature } from '../../data/feature.ts';
import { invalidate } from '../../data/invalidate.ts';
import { settingsQuery } from '../../data/settings-query.ts';

export const settingsFeature = {
  name: 'settings',
  events: { 'settings.changed': () => void invalidate(settingsQuery.queryKey) },
} as const satisfies Feature;
