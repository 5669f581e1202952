import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import {
  getGoToCommandId,
  getRoleCommandId,
  type GoToCommandId,
  type RoleCommandId,
} from '../../../shared/window/commands.ts';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { roleNames, roles } from '../../../shared/contract/roles.ts';
import { views } from '../../../shared/window/views.ts';
import { textSizes, type Settings } from '../../../shared/window/settings.ts';
import type { CommandActions } from '../../data/feature.ts';
import { bridge } from '../../data/bridge.ts';
import { changeRole, explainHigherRole } from '../../data/session/change-role.ts';
import { useMissingPermission } from '../../data/session/missing-permission.ts';
import { useSession } from '../../data/session/session-query.ts';
import { useChangeSettings, useSettings } from '../../data/settings-query.ts';
import { useSidebarState } from '../frame/use-sidebar-state.ts';
import { showErrorToast } from '../../ui/feedback/toasts.ts';
import { alwaysEnabled, type CommandAction } from '../../ui/commands/command.ts';
import { openOverlay } from '../../data/overlay-store.ts';

/** Returns the actions of the commands that belong to no feature. */
export function useShellCommands() {
  const navigate = useNavigate();
  const { role, highest_role, member } = useSession();
  const { theme, text_size } = useSettings();
  const { isCollapsed, isWindowNarrow } = useSidebarState();
  const changeSettings = useChangeSettings();
  const diagnosticsDisabledReason = useMissingPermission(appRoutes.getDiagnostics);
  const settingsDisabledReason = useMissingPermission(appRoutes.updateSettings);
  return useMemo(() => {
    const goToActions = Object.fromEntries(
      views.map(({ id, path }) => [getGoToCommandId(id), alwaysEnabled(() => void navigate({ to: path }))]),
    ) as Record<GoToCommandId, CommandAction>; // has an entry for every view; fromEntries loses the keys
    const roleActions = Object.fromEntries(
      roles.map((other) => [
        getRoleCommandId(other),
        {
          disabledReason:
            other === role
              ? `You’re already viewing as ${roleNames[other]}.`
              : explainHigherRole(other, { highest_role, member }),
          run: () => void changeRole(other),
        },
      ]),
    ) as Record<RoleCommandId, CommandAction>; // has an entry for every role
    const sizeIndex = textSizes.indexOf(text_size);
    const resizeText = (index: number, disabledReason: string): CommandAction => {
      const size = textSizes[index];
      return {
        disabledReason: settingsDisabledReason ?? (size && size !== text_size ? null : disabledReason),
        run: () => size && changeSettings({ text_size: size }),
      };
    };
    return {
      ...goToActions,
      ...roleActions,
      'open-palette': alwaysEnabled(() => openOverlay('open-palette')),
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
      'show-shortcuts': alwaysEnabled(() => openOverlay('show-shortcuts')),
      'show-diagnostics': { disabledReason: diagnosticsDisabledReason, run: () => openOverlay('show-diagnostics') },
      'show-data-folder': {
        disabledReason: bridge.host === 'electron' ? null : 'Not available in a browser.',
        run: () => void revealDataFolder(),
      },
    } as const satisfies Partial<CommandActions>;
  }, [
    navigate,
    role,
    highest_role,
    member,
    isCollapsed,
    isWindowNarrow,
    theme,
    text_size,
    changeSettings,
    settingsDisabledReason,
    diagnosticsDisabledReason,
  ]);
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
