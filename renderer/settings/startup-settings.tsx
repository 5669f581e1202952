import { useQuery, useQueryClient } from '@tanstack/react-query';
import { bridge } from '../bridge.ts';
import { SegmentedControl } from '../ui/segmented-control.tsx';
import { SettingRow } from './setting-row.tsx';
import { useChangeSettings, useSettings } from './settings-query.ts';

const startOptions = [
  { value: 'last_workspace', label: 'Last workspace' },
  { value: 'workspace_list', label: 'Workspace list' },
] as const;

const yesNoOptions = [
  { value: 'no', label: 'No' },
  { value: 'yes', label: 'Yes' },
] as const;

const openAtLoginKey = ['opens-at-login'] as const;

/** What the program opens with, and whether it opens by itself where the system can do that. */
export function StartupSettings() {
  const { startup } = useSettings();
  const change = useChangeSettings();
  const client = useQueryClient();
  const opens = useQuery({ queryKey: openAtLoginKey, queryFn: () => bridge.getOpenAtLogin() }).data ?? null;
  const setOpens = async (wanted: boolean) => client.setQueryData(openAtLoginKey, await bridge.setOpenAtLogin(wanted));
  return (
    <div className="flex flex-col gap-3">
      <SettingRow label="Start with">
        <SegmentedControl
          label="Start with"
          value={startup}
          options={startOptions}
          onChange={(next) => change({ startup: next })}
        />
      </SettingRow>
      {opens !== null && (
        <SettingRow label="Open at login" note="When you log in to this computer.">
          <SegmentedControl
            label="Open at login"
            value={opens ? 'yes' : 'no'}
            options={yesNoOptions}
            onChange={(next) => void setOpens(next === 'yes')}
          />
        </SettingRow>
      )}
    </div>
  );
}
