import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import { Monitor, Moon, Sun } from 'lucide-react';
import type { Settings } from '../../shared/settings.ts';
import { useChangeSettings, useSettings } from './use-settings.ts';

const themes = [
  { value: 'system', label: 'System', icon: Monitor },
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
] as const;

export function ThemeChoice() {
  const { theme } = useSettings();
  const change = useChangeSettings();
  return (
    <RadioGroup
      aria-label="Theme"
      value={theme}
      onValueChange={(value: Settings['theme']) => change({ theme: value })}
      className="inline-flex rounded-control bg-well p-0.5"
    >
      {themes.map(({ value, label, icon: Icon }) => (
        <Radio.Root
          key={value}
          value={value}
          aria-label={label}
          className="flex h-7 items-center gap-1.5 rounded-[5px] px-3 text-muted data-checked:bg-raised data-checked:text-ink data-checked:shadow-[0_0_0_1px_var(--line)]"
        >
          <Icon aria-hidden size={14} />
          {label}
        </Radio.Root>
      ))}
    </RadioGroup>
  );
}
