import type { Feature } from '../../data/feature.ts';
import { invalidate } from '../../data/invalidate.ts';
import { speechServerQuery } from './speech-server-query.ts';

export const speechServerFeature = {
  name: 'speech server',
  events: {
    'speech_server.changed': () => void invalidate(speechServerQuery.queryKey),
  },
} as const satisfies Feature;
