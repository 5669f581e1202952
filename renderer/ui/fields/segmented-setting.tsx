import type { ComponentProps, ReactNode } from 'react';
import { SegmentedControl } from './segmented-control.tsx';
import { SettingRow } from './setting-row.tsx';

type SegmentedSettingProps<Value extends string> = ComponentProps<typeof SegmentedControl<Value>> & {
  readonly note?: ReactNode;
};

/** A setting with few values, whose label is also its control's. */
export function SegmentedSetting<Value extends string>({ note, ...control }: SegmentedSettingProps<Value>) {
  return (
    <SettingRow label={control.label} note={note}>
      <SegmentedControl {...control} />
    </SettingRow>
  );
}

/** The options of a setting that is on or off. */
export const onOffOptions = [
  { value: 'on', label: 'On' },
  { value: 'off', label: 'Off' },
] as const;
