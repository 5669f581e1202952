import type { Feature } from '../../data/feature.ts';
import { refreshKeys } from './keys-query.ts';

export const apiKeysFeature = {
  name: 'api-keys',
  events: { 'api_key.changed': refreshKeys, 'api_key.used': refreshKeys },
} as const satisfies Feature;
