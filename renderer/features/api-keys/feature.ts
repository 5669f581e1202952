import { KeyRound } from 'lucide-react';
import { v1Routes } from '../../../shared/contract/contract.ts';
import type { Feature, CommandActions, WindowContext } from '../../data/feature.ts';
import { explainMissingPermission } from '../../data/session/missing-permission.ts';
import { addIssuedKeys, clearIssuedKeys, listIssuedKeys } from './issued-keys-store.ts';
import { refreshKeys } from './keys-query.ts';
import { apiKeysRoutes } from './routes.ts';

export const apiKeysFeature = {
  name: 'api-keys',
  routes: apiKeysRoutes,
  viewIcons: { keys: KeyRound },
  workspace: { discard: clearIssuedKeys },
  lockedState: { read: listIssuedKeys, restore: addIssuedKeys }, // a secret is shown only once
  events: { 'api_key.changed': refreshKeys, 'api_key.used': refreshKeys },
  createCommands,
  loadPaletteSource: async () => (await import('./key-palette.ts')).keyPalette,
} as const satisfies Feature;

function createCommands({ session, navigate }: WindowContext): CommandActions<'create-api-key'> {
  return {
    'create-api-key': {
      disabledReason: explainMissingPermission(session, v1Routes.createApiKey),
      run: () => void navigate({ to: '/keys', search: { create: true } }),
    },
  };
}
