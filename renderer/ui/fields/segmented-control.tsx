import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import type { LucideIcon } from 'lucide-react';

type SegmentedControlProps<Value extends string> = {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string; readonly icon?: LucideIcon }[];
  readonly onChange: (value: Value) => void;
};

/** A radio group with few options, shown as one control. */
export function SegmentedControl<Value extends string>({
  label,
  value,
  options,
  onChange,
}: SegmentedControlProps<Value>) {
  return (
    <RadioGroup
      aria-label={label}
      value={value}
      onValueChange={(next: Value) => onChange(next)}
      className="inline-flex rounded-control bg-well p-0.5"
    >
      {options.map(({ value: option, label: optionLabel, icon: Icon }) => (
        <Radio.Root
          key={option}
          value={option}
          aria-label={optionLabel}
          className="flex h-7 items-center gap-1.5 rounded-[5px] px-3 text-muted data-checked:bg-chosen data-checked:text-ink data-checked:shadow-[0_0_0_1px_var(--line)]"
        >
          {Icon && <Icon aria-hidden size={14} />}
          {optionLabel}
        </Radio.Root>
      ))}
    </RadioGroup>
  );
}
