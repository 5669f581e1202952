import { Users } from 'lucide-react';
import { v1Routes } from '../../../shared/contract/contract.ts';
import type { CommandActions, Feature, WindowContext } from '../../data/feature.ts';
import { invalidate } from '../../data/invalidate.ts';
import { lazyComponent } from '../../data/lazy-component.ts';
import { openOverlay } from '../../data/overlay-store.ts';
import { explainMissingPermission } from '../../data/session/missing-permission.ts';
import { organizationsRoutes } from './routes.ts';

export const organizationsFeature = {
  name: 'organizations',
  routes: organizationsRoutes,
  viewIcons: { team: Users },
  events: { 'organization.changed': () => void invalidate(['members']) },
  createCommands,
  dialogs: {
    'invite-member': lazyComponent(async () => (await import('./invite-dialog.tsx')).InviteDialog),
  },
  loadPaletteSource: async () => (await import('./member-palette.ts')).memberPalette,
} as const satisfies Feature;

function createCommands({ session }: WindowContext): CommandActions<'invite-member'> {
  return {
    'invite-member': {
      disabledReason: explainMissingPermission(session, v1Routes.listMembers),
      run: () => openOverlay('invite-member'),
    },
  };
}
