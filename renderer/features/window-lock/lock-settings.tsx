import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { idleMinuteChoices, type WindowLockStatus } from '../../../shared/window/window-lock.ts';
import { bridge } from '../../data/bridge.ts';
import { useCommand } from '../../ui/commands/command-context.tsx';
import { showRequestError } from '../../data/show-request-error.ts';
import { useMissingPermission } from '../../data/session/missing-permission.ts';
import { keychainQuery } from '../keychain/public.ts';
import { SegmentedSetting } from '../../ui/fields/segmented-setting.tsx';
import { SettingRow } from '../../ui/fields/setting-row.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { LockPassphraseDialog, type LockAction } from './lock-passphrase-dialog.tsx';
import { updateWindowLock, windowLockQuery } from './window-lock-query.ts';

const idleOptions = [
  ...idleMinuteChoices.map((minutes) => ({ value: String(minutes), label: minutes === 60 ? '1 h' : `${minutes} min` })),
  { value: 'never', label: 'Never' },
];

/** Sets up the lock of the window and chooses when it locks by itself. */
export function LockSettings() {
  const { data: lock } = useQuery(windowLockQuery);
  const [action, setAction] = useState<LockAction | null>(null);
  if (!lock) return null;
  return (
    <>
      {lock.is_set_up ? (
        <LockRows lock={lock} onAction={setAction} />
      ) : (
        <SetUpRow onSetUp={() => setAction('set-up')} />
      )}
      {action && <LockPassphraseDialog action={action} onClose={() => setAction(null)} />}
    </>
  );
}

const note =
  'While Switchboard is locked, its window has no data and shows no notifications. Calls, documents in progress and programs with an API key continue. The lock does not encrypt files on the disk.';

function SetUpRow({ onSetUp }: { readonly onSetUp: () => void }) {
  const { data: keychain } = useQuery(keychainQuery);
  const permission = useMissingPermission(appRoutes.updateWindowLock);
  const missing = keychain?.kept_in === 'memory' ? 'Needs the keychain of this computer, which cannot be used.' : null;
  return (
    <SettingRow label="Lock" note={missing === null ? `Asks for a passphrase when you return. ${note}` : missing}>
      <Button size="small" disabledReason={permission ?? missing} onClick={onSetUp}>
        Set up lock…
      </Button>
    </SettingRow>
  );
}

type LockRowsProps = { readonly lock: WindowLockStatus; readonly onAction: (action: LockAction) => void };

function LockRows({ lock, onAction }: LockRowsProps) {
  const lockNow = useCommand('lock-window');
  const permission = useMissingPermission(appRoutes.updateWindowLock);
  const { data: hasTouchId } = useQuery({ queryKey: ['touch-id'], queryFn: () => bridge.canUseTouchId() });
  return (
    <>
      <SettingRow label="Lock" note={hasTouchId ? `${note} Touch ID unlocks it, too.` : note}>
        <span className="flex flex-wrap gap-2">
          <Button size="small" disabledReason={permission} onClick={() => onAction('turn-off')}>
            Turn off…
          </Button>
          <Button size="small" disabledReason={permission} onClick={() => onAction('change')}>
            Change passphrase…
          </Button>
          <Button
            size="small"
            shortcut={lockNow.shortcut}
            disabledReason={lockNow.disabledReason}
            onClick={lockNow.run}
          >
            Lock now
          </Button>
        </span>
      </SettingRow>
      <SegmentedSetting
        label="Lock when idle for"
        note={describeOtherTriggers()}
        value={String(lock.idle_minutes ?? 'never')}
        options={idleOptions}
        onChange={changeIdleTime}
      />
    </>
  );
}

function changeIdleTime(value: string): void {
  const minutes = idleMinuteChoices.find((choice) => String(choice) === value) ?? null;
  updateWindowLock({ idle_minutes: minutes }).catch((error: unknown) =>
    showRequestError('The setting could not be saved', error),
  );
}

/** Electron reports a locked screen on macOS and Windows only. */
function describeOtherTriggers(): string {
  if (bridge.host === 'browser')
    return 'Only input in this window counts. A browser does not report when the computer sleeps or its screen is locked.';
  if (bridge.platform === 'darwin' || bridge.platform === 'win32')
    return 'Also locks when the computer sleeps or its screen is locked.';
  return 'Also locks when the computer sleeps.';
}
