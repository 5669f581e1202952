import type { Feature } from '../../data/feature.ts';
import { addIssuedKeys, clearIssuedKeys, listIssuedKeys } from './issued-keys-store.ts';
import { refreshKeys } from './keys-query.ts';

export const apiKeysFeature = {
  name: 'api-keys',
  workspace: { discard: clearIssuedKeys },
  lockedState: { read: listIssuedKeys, restore: addIssuedKeys }, // a secret is shown only once
  events: { 'api_key.changed': refreshKeys, 'api_key.used': refreshKeys },
} as const satisfies Feature;
