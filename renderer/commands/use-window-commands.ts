import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { appRoutes, v1Routes } from '../../shared/contract.ts';
import { bridge } from '../bridge.ts';
import { requestSearchFocus, useCallsStore } from '../calls/calls-store.ts';
import { openPlacing } from '../calls/place/place-store.ts';
import { requestAskFocus } from '../knowledge/ask-store.ts';
import { usePermission } from '../session/use-permission.ts';
import { useChangeSettings, useSettings } from '../settings/use-settings.ts';
import type { Command } from './command.ts';

/** All commands of the window, in one list. */
export function useWindowCommands(chooseFiles: () => void): readonly Command[] {
  const navigate = useNavigate();
  const { sidebar } = useSettings();
  const changeSettings = useChangeSettings();
  const uploadUnavailable = usePermission(v1Routes.uploadDocument);
  const searchUnavailable = usePermission(v1Routes.searchKnowledge);
  const placeUnavailable = usePermission(appRoutes.placeRehearsal);
  const billingUnavailable = usePermission(appRoutes.getBillingOverview);
  const settingsUnavailable = usePermission(appRoutes.changeSettings);
  return useMemo(
    () => [
      {
        id: 'place-call',
        label: 'Place a call',
        // A browser keeps Ctrl N for windows of its own.
        keys: bridge.host === 'electron' ? 'mod+n' : 'n',
        unavailable: placeUnavailable,
        run: () => {
          openPlacing();
          void navigate({ to: '/calls', search: useCallsStore.getState().search });
        },
      },
      {
        id: 'search-calls',
        label: 'Search what was said',
        keys: 'mod+shift+f',
        unavailable: null,
        run: () => {
          requestSearchFocus();
          void navigate({ to: '/calls', search: useCallsStore.getState().search });
        },
      },
      {
        id: 'ask',
        label: 'Ask the knowledge base',
        keys: '/',
        unavailable: searchUnavailable,
        run: () => {
          requestAskFocus();
          void navigate({ to: '/knowledge', search: true });
        },
      },
      { id: 'add-documents', label: 'Add documents', keys: 'mod+o', unavailable: uploadUnavailable, run: chooseFiles },
      {
        id: 'billing',
        label: 'Show billing',
        keys: 'mod+shift+b',
        unavailable: billingUnavailable,
        run: () => void navigate({ to: '/billing' }),
      },
      {
        id: 'settings',
        label: 'Settings',
        keys: 'mod+,',
        unavailable: null,
        run: () => void navigate({ to: '/settings' }),
      },
      {
        id: 'sidebar',
        label: sidebar === 'open' ? 'Fold the sidebar' : 'Unfold the sidebar',
        keys: 'mod+b',
        unavailable: settingsUnavailable,
        run: () => changeSettings({ sidebar: sidebar === 'open' ? 'folded' : 'open' }),
      },
    ],
    [
      billingUnavailable,
      chooseFiles,
      changeSettings,
      navigate,
      placeUnavailable,
      searchUnavailable,
      settingsUnavailable,
      sidebar,
      uploadUnavailable,
    ],
  );
}
