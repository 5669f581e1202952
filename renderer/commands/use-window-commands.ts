import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { goToId, asRoleId, type GoToId, type AsRoleId } from '../../shared/commands.ts';
import { appRoutes, v1Routes } from '../../shared/contract.ts';
import { roleNames, roles } from '../../shared/roles.ts';
import { rooms } from '../../shared/rooms.ts';
import { textSizes } from '../../shared/settings.ts';
import { bridge } from '../bridge.ts';
import { requestSearchFocus, useCallsStore } from '../calls/calls-store.ts';
import { openPlacing } from '../calls/place/place-store.ts';
import { requestAskFocus } from '../knowledge/ask-store.ts';
import { changeRole } from '../session/change-role.ts';
import { usePermission } from '../session/use-permission.ts';
import { useSession } from '../session/use-session.ts';
import { isDarkNow } from '../settings/is-dark-now.ts';
import { revealDataFolder } from '../settings/reveal-data-folder.ts';
import { useChangeSettings, useSettings } from '../settings/use-settings.ts';
import { bindCommands } from './bind-commands.ts';
import type { Command, Deed } from './command.ts';
import { openOverlay } from './overlay-store.ts';

/** All commands of the window, in one list. */
export function useWindowCommands(chooseFiles: () => void): readonly Command[] {
  const navigate = useNavigate();
  const { sidebar, theme, text_size } = useSettings();
  const change = useChangeSettings();
  const mayUpload = usePermission(v1Routes.uploadDocument);
  const maySearch = usePermission(v1Routes.searchKnowledge);
  const mayPlace = usePermission(appRoutes.placeRehearsal);
  const mayRequest = usePermission(v1Routes.submitRequest);
  const mayMake = usePermission(v1Routes.createApiKey);
  const { role } = useSession();
  const mayChange = usePermission(appRoutes.changeSettings);
  return useMemo(() => {
    const goTo = Object.fromEntries(
      rooms.map(({ id, path }) => [goToId(id), always(() => void navigate({ to: path }))]),
    ) as Record<GoToId, Deed>; // made of every room; fromEntries forgets the keys
    const asRoles = Object.fromEntries(
      roles.map((one) => [
        asRoleId(one),
        { unavailable: one === role ? `You are ${roleNames[one]} already.` : null, run: () => void changeRole(one) },
      ]),
    ) as Record<AsRoleId, Deed>; // made of every role, likewise
    const toCalls = () => void navigate({ to: '/calls', search: useCallsStore.getState().search });
    const isOpen = sidebar === 'open';
    const size = textSizes.indexOf(text_size);
    const resize = (next: number, unavailable: string): Deed => {
      const wanted = textSizes[next];
      return {
        unavailable: mayChange ?? (wanted && wanted !== text_size ? null : unavailable),
        run: () => wanted && change({ text_size: wanted }),
      };
    };
    return bindCommands(
      {
        ...goTo,
        ...asRoles,
        'place-call': { unavailable: mayPlace, run: () => (openPlacing(), toCalls()) },
        'search-calls': always(() => (requestSearchFocus(), toCalls())),
        ask: {
          unavailable: maySearch,
          run: () => (requestAskFocus(), void navigate({ to: '/knowledge', search: true })),
        },
        'add-documents': { unavailable: mayUpload, run: chooseFiles },
        'request-agent': { unavailable: mayRequest, run: () => void navigate({ to: '/agents/new', search: {} }) },
        'make-key': { unavailable: mayMake, run: () => void navigate({ to: '/keys', search: { make: true } }) },
        palette: always(() => openOverlay('palette')),
        sidebar: {
          unavailable: mayChange,
          run: () => change({ sidebar: isOpen ? 'folded' : 'open' }),
          label: isOpen ? 'Fold the sidebar' : 'Unfold the sidebar',
        },
        theme: { unavailable: mayChange, run: () => change({ theme: isDarkNow(theme) ? 'light' : 'dark' }) },
        'larger-text': resize(size + 1, 'The text has its largest size.'),
        'smaller-text': resize(size - 1, 'The text has its smallest size.'),
        'standard-text': resize(textSizes.indexOf('standard'), 'The text has its standard size.'),
        'new-workspace': always(() => openOverlay('new-workspace')),
        shortcuts: always(() => openOverlay('shortcuts')),
        'data-folder': {
          unavailable: bridge.host === 'electron' ? null : 'A browser cannot show folders.',
          run: () => void revealDataFolder(),
        },
      },
      bridge.host,
    );
  }, [
    chooseFiles,
    change,
    navigate,
    mayPlace,
    maySearch,
    mayChange,
    mayMake,
    mayRequest,
    mayUpload,
    role,
    sidebar,
    theme,
    text_size,
  ]);
}

function always(run: () => void): Deed {
  return { unavailable: null, run };
}
