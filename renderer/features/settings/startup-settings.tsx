import { useQuery, useQueryClient } from '@tanstack/react-query';
import { bridge } from '../../data/bridge.ts';
import { SegmentedSetting } from '../../ui/fields/segmented-setting.tsx';
import { useChangeSettings, useSettings } from '../../data/settings-query.ts';

const startOptions = [
  { value: 'last_workspace', label: 'Last workspace' },
  { value: 'workspace_list', label: 'Workspace list' },
] as const;

const yesNoOptions = [
  { value: 'no', label: 'No' },
  { value: 'yes', label: 'Yes' },
] as const;

const openAtLoginKey = ['open-at-login'] as const;

/** Chooses what the application shows on startup and, if supported, whether it opens at login. */
export function StartupSettings() {
  const { startup } = useSettings();
  const change = useChangeSettings();
  const client = useQueryClient();
  const isOpenAtLogin = useQuery({ queryKey: openAtLoginKey, queryFn: () => bridge.getOpenAtLogin() }).data ?? null;
  const setOpenAtLogin = async (isEnabled: boolean) =>
    client.setQueryData(openAtLoginKey, await bridge.setOpenAtLogin(isEnabled));
  return (
    <div className="flex flex-col gap-3">
      <SegmentedSetting
        label="On startup, open"
        value={startup}
        options={startOptions}
        onChange={(next) => change({ startup: next })}
      />
      {isOpenAtLogin !== null && (
        <SegmentedSetting
          label="Open at login"
          note="Opens Switchboard when you log in to this computer."
          value={isOpenAtLogin ? 'yes' : 'no'}
          options={yesNoOptions}
          onChange={(next) => void setOpenAtLogin(next === 'yes')}
        />
      )}
    </div>
  );
}
