import type { Feature } from '../../data/feature.ts';
import { refreshLocalApi } from './local-api-query.ts';

export const localApiFeature = {
  name: 'local-api',
  events: { 'local_api.changed': refreshLocalApi },
} as const satisfies Feature;
