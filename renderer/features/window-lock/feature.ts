import { appRoutes } from '../../../shared/contract/contract.ts';
import { Problem } from '../../../shared/contract/problems.ts';
import type { CommandActions, WindowContext, Feature } from '../../data/feature.ts';
import { setWindowLocked } from '../../data/session/lock-state.ts';
import { explainMissingPermission } from '../../data/session/missing-permission.ts';
import { showRequestError } from '../../data/show-request-error.ts';
import { showWarningToast } from '../../ui/feedback/toasts.ts';
import { lockWindow } from './window-lock-query.ts';

export const windowLockFeature = {
  name: 'window-lock',
  events: { 'window.locked': setWindowLocked },
  createCommands,
} as const satisfies Feature;

function createCommands({ session, navigate }: WindowContext): CommandActions<'lock-window'> {
  const openSettings = () => void navigate({ to: '/settings', search: { section: 'security' } });
  return {
    'lock-window': {
      disabledReason: explainMissingPermission(session, appRoutes.lockWindow),
      run: () => void lockWindowOrExplain(openSettings),
    },
  };
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
