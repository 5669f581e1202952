import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { getGoToCommandId, getRoleCommandId, type GoToCommandId, type RoleCommandId } from '../../shared/commands.ts';
import { appRoutes, v1Routes } from '../../shared/contract.ts';
import { roleNames, roles } from '../../shared/roles.ts';
import { views } from '../../shared/views.ts';
import { textSizes } from '../../shared/settings.ts';
import { bridge } from '../bridge.ts';
import { requestSearchFocus, useCallsStore } from '../calls/calls-store.ts';
import { openPlaceCallPanel } from '../calls/place-call/place-call-store.ts';
import { requestKnowledgeSearchFocus } from '../knowledge/knowledge-search-store.ts';
import { changeRole } from '../session/change-role.ts';
import { useMissingPermission } from '../session/use-missing-permission.ts';
import { useSession } from '../session/session-query.ts';
import { isDarkTheme } from '../settings/is-dark-now.ts';
import { revealDataFolder } from '../settings/reveal-data-folder.ts';
import { useChangeSettings, useSettings } from '../settings/settings-query.ts';
import { bindCommands } from './bind-commands.ts';
import type { Command, CommandAction } from './command.ts';
import { openOverlay } from './overlay-store.ts';

/** All commands of the window, in one list. */
export function useWindowCommands(chooseFiles: () => void): readonly Command[] {
  const navigate = useNavigate();
  const { sidebar, theme, text_size } = useSettings();
  const change = useChangeSettings();
  const mayUpload = useMissingPermission(v1Routes.uploadDocument);
  const maySearch = useMissingPermission(v1Routes.searchKnowledge);
  const mayPlace = useMissingPermission(appRoutes.placeSimulatedCall);
  const mayRequest = useMissingPermission(v1Routes.submitAgentRequest);
  const mayMake = useMissingPermission(v1Routes.createApiKey);
  const { role } = useSession();
  const mayChange = useMissingPermission(appRoutes.updateSettings);
  return useMemo(() => {
    const goTo = Object.fromEntries(
      views.map(({ id, path }) => [getGoToCommandId(id), alwaysEnabled(() => void navigate({ to: path }))]),
    ) as Record<GoToCommandId, CommandAction>; // made of every room; fromEntries forgets the keys
    const asRoles = Object.fromEntries(
      roles.map((one) => [
        getRoleCommandId(one),
        { disabledReason: one === role ? `You are ${roleNames[one]} already.` : null, run: () => void changeRole(one) },
      ]),
    ) as Record<RoleCommandId, CommandAction>; // made of every role, likewise
    const toCalls = () => void navigate({ to: '/calls', search: useCallsStore.getState().search });
    const isOpen = sidebar === 'open';
    const size = textSizes.indexOf(text_size);
    const resize = (next: number, disabledReason: string): CommandAction => {
      const wanted = textSizes[next];
      return {
        disabledReason: mayChange ?? (wanted && wanted !== text_size ? null : disabledReason),
        run: () => wanted && change({ text_size: wanted }),
      };
    };
    return bindCommands(
      {
        ...goTo,
        ...asRoles,
        'place-call': { disabledReason: mayPlace, run: () => (openPlaceCallPanel(), toCalls()) },
        'search-calls': alwaysEnabled(() => (requestSearchFocus(), toCalls())),
        ask: {
          disabledReason: maySearch,
          run: () => (requestKnowledgeSearchFocus(), void navigate({ to: '/knowledge', search: true })),
        },
        'add-documents': { disabledReason: mayUpload, run: chooseFiles },
        'request-agent': { disabledReason: mayRequest, run: () => void navigate({ to: '/agents/new', search: {} }) },
        'create-api-key': {
          disabledReason: mayMake,
          run: () => void navigate({ to: '/keys', search: { make: true } }),
        },
        palette: alwaysEnabled(() => openOverlay('palette')),
        sidebar: {
          disabledReason: mayChange,
          run: () => change({ sidebar: isOpen ? 'folded' : 'open' }),
          label: isOpen ? 'Fold the sidebar' : 'Unfold the sidebar',
        },
        theme: { disabledReason: mayChange, run: () => change({ theme: isDarkTheme(theme) ? 'light' : 'dark' }) },
        'increase-text-size': resize(size + 1, 'The text has its largest size.'),
        'decrease-text-size': resize(size - 1, 'The text has its smallest size.'),
        'reset-text-size': resize(textSizes.indexOf('standard'), 'The text has its standard size.'),
        'new-workspace': alwaysEnabled(() => openOverlay('new-workspace')),
        shortcuts: alwaysEnabled(() => openOverlay('shortcuts')),
        'data-folder': {
          disabledReason: bridge.host === 'electron' ? null : 'A browser cannot show folders.',
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

function alwaysEnabled(run: () => void): CommandAction {
  return { disabledReason: null, run };
}
