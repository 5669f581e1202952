import { Users } from 'lucide-react';
import { appRoutes, v1Routes } from '../../../shared/contract/contract.ts';
import type { CommandActions, Feature, WindowContext } from '../../data/feature.ts';
import { invalidate } from '../../data/invalidate.ts';
import { lazyComponent } from '../../data/lazy-component.ts';
import { openOverlay } from '../../data/overlay-store.ts';
import { explainMissingPermission } from '../../data/session/missing-permission.ts';
import { refreshSession } from '../../data/session/change-role.ts';
import { organizationsRoutes } from './routes.ts';

export const organizationsFeature = {
  name: 'organizations',
  routes: organizationsRoutes,
  viewIcons: { team: Users },
  events: {
    'organization.changed': () => {
      void invalidate(['members']);
      void refreshSession();
    },
  },
  createCommands,
  dialogs: {
    'choose-member': lazyComponent(async () => (await import('./choose-member-dialog.tsx')).ChooseMemberDialog),
    'invite-member': lazyComponent(async () => (await import('./invite-dialog.tsx')).InviteDialog),
  },
  loadPaletteSource: async () => (await import('./member-palette.ts')).memberPalette,
} as const satisfies Feature;

function createCommands({ session }: WindowContext): CommandActions<'invite-member' | 'choose-member'> {
  return {
    'choose-member': {
      disabledReason: explainMissingPermission(session, appRoutes.chooseWindowMember),
      run: () => openOverlay('choose-member'),
    },
    'invite-member': {
      disabledReason: explainMissingPermission(session, v1Routes.inviteMember),
      run: () => openOverlay('invite-member'),
    },
  };
}
