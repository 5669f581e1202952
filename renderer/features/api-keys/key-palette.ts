import { queryOptions } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { v1Routes } from '../../../shared/contract/contract.ts';
import { roleNames } from '../../../shared/contract/roles.ts';
import type { PaletteSource } from '../../data/feature.ts';
import type { PaletteEntry } from '../../data/palette-entry.ts';
import { explainMissingPermission } from '../../data/session/missing-permission.ts';
import { keysQuery } from './keys-query.ts';

export const keyPalette: PaletteSource = {
  createQuery: ({ session, navigate }) =>
    queryOptions({
      ...keysQuery,
      enabled: explainMissingPermission(session, v1Routes.listApiKeys) === null,
      select: (keys) =>
        keys.map(({ key_id, name, role, revoked_at }): PaletteEntry => ({
          id: `key:${key_id}`,
          label: name,
          detail: `${roleNames[role]} key${revoked_at === null ? '' : ' · revoked'}`,
          kind: 'API key',
          icon: KeyRound,
          disabledReason: null,
          run: () => void navigate({ to: '/keys', search: { key: key_id } }),
        })),
    }),
};
