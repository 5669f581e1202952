import { useQuery, useQueryClient } from '@tanstack/react-query';
import { bridge } from '../bridge.ts';
import { Segments } from '../ui/segments.tsx';
import { SettingRow } from './setting-row.tsx';
import { useChangeSettings, useSettings } from './use-settings.ts';

const starts = [
  { value: 'last', label: 'The last workspace' },
  { value: 'list', label: 'The list of workspaces' },
] as const;

const answers = [
  { value: 'no', label: 'No' },
  { value: 'yes', label: 'Yes' },
] as const;

const loginKey = ['opens-at-login'] as const;

/** What the program opens with, and whether it opens by itself where the system can do that. */
export function StartChoice() {
  const { start } = useSettings();
  const change = useChangeSettings();
  const client = useQueryClient();
  const opens = useQuery({ queryKey: loginKey, queryFn: () => bridge.opensAtLogin() }).data ?? null;
  const setOpens = async (wanted: boolean) => client.setQueryData(loginKey, await bridge.setOpensAtLogin(wanted));
  return (
    <div className="flex flex-col gap-3">
      <SettingRow label="Start with">
        <Segments label="Start with" value={start} options={starts} onChange={(next) => change({ start: next })} />
      </SettingRow>
      {opens !== null && (
        <SettingRow label="Open at login" note="When you log in to this computer.">
          <Segments
            label="Open at login"
            value={opens ? 'yes' : 'no'}
            options={answers}
            onChange={(next) => void setOpens(next === 'yes')}
          />
        </SettingRow>
      )}
    </div>
  );
}
