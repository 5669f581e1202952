import { useState } from 'react';
import type { BackupSchedule } from '../../../shared/workspaces/backups.ts';
import { formatDayTime } from '../../format/format-day.ts';
import { useSession } from '../../data/session/session-query.ts';
import { SegmentedSetting } from '../../ui/fields/segmented-setting.tsx';
import { SettingRow } from '../../ui/fields/setting-row.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx';
import { SchedulePassphraseDialog } from './schedule-passphrase-dialog.tsx';
import { useChangeBackupSettings } from './use-backup-settings.ts';

const intervalOptions = [
  { value: 'off', label: 'Off' },
  { value: 'daily', label: 'Daily' },
  { value: 'weekly', label: 'Weekly' },
] as const;

/** Other numbers can be set through the service. */
const keepChoices = [3, 7, 14, 30];

/** The schedule of the open workspace. */
export function BackupScheduleSettings({ schedule }: { readonly schedule: BackupSchedule }) {
  const { workspace } = useSession();
  const change = useChangeBackupSettings();
  const [isAsking, setAsking] = useState(false);
  const { interval, keep, is_encrypted, last_backup_at, failure } = schedule;
  const keepOptions = [...new Set([...keepChoices, keep])]
    .toSorted((a, b) => a - b)
    .map((count) => ({ value: String(count), label: String(count) }));
  return (
    <div className="flex flex-col gap-3">
      <SettingRow
        label={`Back up “${workspace?.name}” automatically`}
        note={
          last_backup_at === null
            ? 'While this workspace is open.'
            : `While this workspace is open. Last backup: ${formatDayTime(last_backup_at)}.`
        }
      >
        <SegmentedControl
          label="Back up automatically"
          value={interval}
          options={intervalOptions}
          onChange={(next) => change({ interval: next })}
        />
      </SettingRow>
      {failure && (
        <p role="alert" className="text-bad">
          The backup on {formatDayTime(failure.at)} failed. {failure.detail}
        </p>
      )}
      {interval !== 'off' && (
        <>
          <SegmentedSetting
            label="Automatic backups to keep"
            note="Older ones are deleted. Others are never deleted."
            value={String(keep)}
            options={keepOptions}
            onChange={(next) => change({ keep: Number(next) })}
          />
          <SettingRow
            label="Encryption of automatic backups"
            note={
              is_encrypted
                ? 'Encrypted with a passphrase that is kept in the keychain.'
                : 'Not encrypted. Every program that can read the folder can read them.'
            }
          >
            <span className="flex gap-2">
              {is_encrypted && (
                <Button size="small" onClick={() => change({ passphrase: null })}>
                  Turn off
                </Button>
              )}
              <Button size="small" onClick={() => setAsking(true)}>
                {is_encrypted ? 'Change passphrase…' : 'Set passphrase…'}
              </Button>
            </span>
          </SettingRow>
        </>
      )}
      {isAsking && <SchedulePassphraseDialog onClose={() => setAsking(false)} />}
    </div>
  );
}
