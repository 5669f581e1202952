import { Monitor, Moon, Sun } from 'lucide-react';
import { Segments } from '../ui/segments.tsx';
import { SettingRow } from './setting-row.tsx';
import { useChangeSettings, useSettings } from './use-settings.ts';

const themes = [
  { value: 'system', label: 'System', icon: Monitor },
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
] as const;

const sizes = [
  { value: 'small', label: 'Small' },
  { value: 'standard', label: 'Standard' },
  { value: 'large', label: 'Large' },
  { value: 'largest', label: 'Largest' },
] as const;

export function Appearance() {
  const { theme, text_size } = useSettings();
  const change = useChangeSettings();
  return (
    <div className="flex flex-col gap-3">
      <SettingRow label="Theme">
        <Segments label="Theme" value={theme} options={themes} onChange={(next) => change({ theme: next })} />
      </SettingRow>
      <SettingRow label="Text size">
        <Segments
          label="Text size"
          value={text_size}
          options={sizes}
          onChange={(next) => change({ text_size: next })}
        />
      </SettingRow>
    </div>
  );
}
