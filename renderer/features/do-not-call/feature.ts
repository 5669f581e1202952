import type { Feature } from '../../data/feature.ts';
import { invalidate } from '../../data/invalidate.ts';
import { doNotCallKey } from './do-not-call-query.ts';

export const doNotCallFeature = {
  name: 'do-not-call',
  events: { 'do_not_call.changed': () => void invalidate(doNotCallKey) },
} as const satisfies Feature;
