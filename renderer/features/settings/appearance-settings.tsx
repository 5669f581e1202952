import { Monitor, Moon, Sun } from 'lucide-react';
import { SegmentedSetting } from '../../ui/fields/segmented-setting.tsx';
import { useChangeSettings, useSettings } from '../../data/settings-query.ts';

const themeOptions = [
  { value: 'system', label: 'System', icon: Monitor },
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
] as const;

const textSizeOptions = [
  { value: 'small', label: 'Small' },
  { value: 'standard', label: 'Standard' },
  { value: 'large', label: 'Large' },
  { value: 'largest', label: 'Largest' },
] as const;

const densityOptions = [
  { value: 'comfortable', label: 'Comfortable' },
  { value: 'compact', label: 'Compact' },
] as const;

export function AppearanceSettings() {
  const { theme, text_size, density } = useSettings();
  const change = useChangeSettings();
  return (
    <div className="flex flex-col gap-3">
      <SegmentedSetting
        label="Theme"
        value={theme}
        options={themeOptions}
        onChange={(next) => change({ theme: next })}
      />
      <SegmentedSetting
        label="Text size"
        value={text_size}
        options={textSizeOptions}
        onChange={(next) => change({ text_size: next })}
      />
      <SegmentedSetting
        label="Density"
        value={density}
        options={densityOptions}
        onChange={(next) => change({ density: next })}
      />
    </div>
  );
}
