import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import {
  getGoToCommandId,
  getRoleCommandId,
  type GoToCommandId,
  type RoleCommandId,
} from '../../../shared/window/commands.ts';
import { appRoutes, v1Routes } from '../../../shared/contract/contract.ts';
import { Problem } from '../../../shared/contract/problems.ts';
import { roleNames, roles } from '../../../shared/contract/roles.ts';
import { views } from '../../../shared/window/views.ts';
import { textSizes, type Settings } from '../../../shared/window/settings.ts';
import { openRestoreDialog } from '../../features/backups/restore-store.ts';
import { bridge, isMac } from '../../data/bridge.ts';
import { requestSearchFocus, useCallsStore } from '../../features/calls/calls-store.ts';
import { openPlaceCallPanel } from '../../features/calls/place-call/place-call-store.ts';
import { requestKnowledgeSearchFocus } from '../../features/knowledge/knowledge-search-store.ts';
import { showRequestError } from '../../data/show-request-error.ts';
import { changeRole, explainHigherRole } from '../../data/session/change-role.ts';
import { useMissingPermission } from '../../data/session/use-missing-permission.ts';
import { useSession, useIsLinked } from '../../data/session/session-query.ts';
import { useChangeSettings, useSettings } from '../../data/settings-query.ts';
import { useSidebarState } from '../frame/use-sidebar-state.ts';
import { syncNow } from '../../features/sync/sync-now.ts';
import { openSyncPanel } from '../../data/sync-panel-store.ts';
import { showErrorToast, showWarningToast } from '../../ui/feedback/toasts.ts';
import { lockWindow } from '../../features/window-lock/window-lock-query.ts';
import { bindCommands, type Command, type CommandAction } from '../../ui/commands/command.ts';
import { openOverlay } from '../../data/overlay-store.ts';

/** Returns all commands of the window. */
export function useWindowCommands(openFileDialog: () => void): readonly Command[] {
  const navigate = useNavigate();
  const { role, highest_role } = useSession();
  const { theme, text_size } = useSettings();
  const { isCollapsed, isWindowNarrow } = useSidebarState();
  const changeSettings = useChangeSettings();
  const uploadDisabledReason = useMissingPermission(v1Routes.uploadDocument);
  const searchDisabledReason = useMissingPermission(v1Routes.searchKnowledge);
  const placeDisabledReason = useMissingPermission(appRoutes.placeSimulatedCall);
  const requestDisabledReason = useMissingPermission(v1Routes.submitAgentRequest);
  const createKeyDisabledReason = useMissingPermission(v1Routes.createApiKey);
  const backUpDisabledReason = useMissingPermission(appRoutes.createBackup);
  const restoreDisabledReason = useMissingPermission(appRoutes.restoreBackup, appRoutes.uploadBackup);
  const diagnosticsDisabledReason = useMissingPermission(appRoutes.getDiagnostics);
  const lockDisabledReason = useMissingPermission(appRoutes.lockWindow);
  const syncDisabledReason = useIsLinked() ? null : 'This workspace is not linked to a remote.';
  const addCallsDisabledReason = useMissingPermission(appRoutes.importCalls) ?? syncDisabledReason;
  const addDocumentsByIdDisabledReason = useMissingPermission(appRoutes.importDocuments) ?? syncDisabledReason;
  const settingsDisabledReason = useMissingPermission(appRoutes.updateSettings);
  return useMemo(() => {
    const goToActions = Object.fromEntries(
      views.map(({ id, path }) => [getGoToCommandId(id), enable(() => void navigate({ to: path }))]),
    ) as Record<GoToCommandId, CommandAction>; // has an entry for every view; fromEntries loses the keys
    const roleActions = Object.fromEntries(
      roles.map((other) => [
        getRoleCommandId(other),
        {
          disabledReason:
            other === role ? `You’re already viewing as ${roleNames[other]}.` : explainHigherRole(other, highest_role),
          run: () => void changeRole(other),
        },
      ]),
    ) as Record<RoleCommandId, CommandAction>; // has an entry for every role
    const goToCalls = () => void navigate({ to: '/calls', search: useCallsStore.getState().search });
    const sizeIndex = textSizes.indexOf(text_size);
    const resizeText = (index: number, disabledReason: string): CommandAction => {
      const size = textSizes[index];
      return {
        disabledReason: settingsDisabledReason ?? (size && size !== text_size ? null : disabledReason),
        run: () => size && changeSettings({ text_size: size }),
      };
    };
    return bindCommands(
      {
        ...goToActions,
        ...roleActions,
        'place-call': { disabledReason: placeDisabledReason, run: () => (openPlaceCallPanel(), goToCalls()) },
        'search-calls': enable(() => (requestSearchFocus(), goToCalls())),
        'add-calls-by-id': { disabledReason: addCallsDisabledReason, run: () => openOverlay('add-calls-by-id') },
        'open-do-not-call-list': enable(() => void navigate({ to: '/calls/do-not-call' })),
        'search-knowledge': {
          disabledReason: searchDisabledReason,
          run: () => (requestKnowledgeSearchFocus(), void navigate({ to: '/knowledge', search: true })),
        },
        'add-documents': { disabledReason: uploadDisabledReason, run: openFileDialog },
        'add-documents-by-id': {
          disabledReason: addDocumentsByIdDisabledReason,
          run: () => openOverlay('add-documents-by-id'),
        },
        'request-agent': {
          disabledReason: requestDisabledReason,
          run: () => void navigate({ to: '/agents/new', search: {} }),
        },
        'create-api-key': {
          disabledReason: createKeyDisabledReason,
          run: () => void navigate({ to: '/keys', search: { create: true } }),
        },
        'open-palette': enable(() => openOverlay('palette')),
        'toggle-sidebar': {
          disabledReason: isWindowNarrow ? 'The window is too narrow for the full sidebar.' : settingsDisabledReason,
          run: () => changeSettings({ sidebar: isCollapsed ? 'expanded' : 'collapsed' }),
          label: isCollapsed ? 'Expand sidebar' : 'Collapse sidebar',
        },
        'toggle-theme': {
          disabledReason: settingsDisabledReason,
          run: () => changeSettings({ theme: isDarkTheme(theme) ? 'light' : 'dark' }),
        },
        'increase-text-size': resizeText(sizeIndex + 1, 'Text is already at the largest size.'),
        'decrease-text-size': resizeText(sizeIndex - 1, 'Text is already at the smallest size.'),
        'reset-text-size': resizeText(textSizes.indexOf('standard'), 'Text is already at the standard size.'),
        'new-workspace': enable(() => openOverlay('new-workspace')),
        'connect-workspace': enable(() => openOverlay('connect-workspace')),
        'back-up-workspace': { disabledReason: backUpDisabledReason, run: () => openOverlay('back-up') },
        'restore-backup': { disabledReason: restoreDisabledReason, run: () => openRestoreDialog(null) },
        'show-sync-status': { disabledReason: syncDisabledReason, run: openSyncPanel },
        'sync-now': { disabledReason: syncDisabledReason, run: () => void syncNow() },
        'lock-window': {
          disabledReason: lockDisabledReason,
          run: () =>
            void lockWindowOrExplain(() => void navigate({ to: '/settings', search: { section: 'security' } })),
        },
        'show-shortcuts': enable(() => openOverlay('shortcuts')),
        'show-diagnostics': { disabledReason: diagnosticsDisabledReason, run: () => openOverlay('diagnostics') },
        'show-data-folder': {
          disabledReason: bridge.host === 'electron' ? null : 'Not available in a browser.',
          run: () => void revealDataFolder(),
        },
      },
      bridge.host,
      isMac,
    );
  }, [
    openFileDialog,
    navigate,
    role,
    highest_role,
    isCollapsed,
    isWindowNarrow,
    theme,
    text_size,
    changeSettings,
    uploadDisabledReason,
    searchDisabledReason,
    placeDisabledReason,
    requestDisabledReason,
    createKeyDisabledReason,
    backUpDisabledReason,
    restoreDisabledReason,
    settingsDisabledReason,
    diagnosticsDisabledReason,
    lockDisabledReason,
    syncDisabledReason,
    addCallsDisabledReason,
    addDocumentsByIdDisabledReason,
  ]);
}

function enable(run: () => void): CommandAction {
  return { disabledReason: null, run };
}

function isDarkTheme(theme: Settings['theme']): boolean {
  return theme === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
}

async function revealDataFolder(): Promise<void> {
  if (!(await bridge.revealDataFolder()))
    showErrorToast(
      'The data folder could not be opened',
      'The file manager did not respond. Your data is not affected.',
    );
}

/** Opens the settings if no lock is set up. */
async function lockWindowOrExplain(openSettings: () => void): Promise<void> {
  try {
    await lockWindow();
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'lock_not_set_up'))
      return showRequestError('Switchboard was not locked', error);
    openSettings();
    showWarningToast(error.message);
  }
}
