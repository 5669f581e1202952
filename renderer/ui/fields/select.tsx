import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronsUpDown } from 'lucide-react';
import { useId, type Ref } from 'react';
import { classNames } from '../page/class-names.ts';
import { inputClass } from './field.tsx';
import { useFloatingContainer } from '../dialogs/floating-container.ts';

export type SelectOption<Value extends string> = {
  readonly value: Value;
  readonly label: string;
  /** A second line that describes the option. */
  readonly hint?: string;
};

type SelectProps<Value extends string> = {
  readonly label: string;
  /** Shows the label to assistive technology only. */
  readonly isLabelHidden?: boolean;
  readonly size?: 'small' | 'large';
  readonly value: Value | null;
  readonly options: readonly SelectOption<Value>[];
  readonly placeholder?: string;
  readonly hint?: string | null | undefined;
  readonly error?: string | null | undefined;
  readonly onChange: (value: Value) => void;
  readonly ref?: Ref<HTMLButtonElement>;
};

/** A select field whose options can have a description. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, isLabelHidden = false, size = 'large', value, options, placeholder = 'Select…' } = props;
  const { hint, error, onChange, ref } = props;
  const noteId = useId();
  const container = useFloatingContainer();
  const note = error ?? hint;
  return (
    <div className="flex flex-col gap-1">
      <Base.Root<Value> items={options} value={value} onValueChange={(next) => next !== null && onChange(next)}>
        <Base.Label className={isLabelHidden ? 'sr-only' : 'cursor-default self-start font-medium'}>{label}</Base.Label>
        <Base.Trigger
          ref={ref}
          aria-invalid={error ? true : undefined}
          aria-describedby={note ? noteId : undefined}
          className={classNames(
            inputClass,
            'flex items-center justify-between gap-2 text-left',
            size === 'small' && 'h-7!',
            error && 'border-bad!',
          )}
        >
          <span className="truncate">
            <Base.Value placeholder={placeholder} />
          </span>
          <ChevronsUpDown aria-hidden size={14} className="shrink-0 text-muted" />
        </Base.Trigger>
        <Base.Portal container={container}>
          <Base.Positioner
            positionMethod="fixed"
            sideOffset={4}
            alignItemWithTrigger={false}
            className="z-30 outline-none"
          >
            <Base.Popup className="fade-transition max-h-(--available-height) w-max max-w-[max(var(--anchor-width),18rem)] min-w-(--anchor-width) overflow-y-auto rounded-panel bg-raised p-1 shadow-float outline-none">
              <Base.List>
                {options.map((option) => (
                  <Base.Item
                    key={option.value}
                    value={option.value}
                    className="flex min-h-8 items-start gap-2 rounded-control px-2 py-1.5 outline-none data-highlighted:bg-highlight data-selected:font-medium"
                  >
                    <span className="mt-0.75 flex w-4 shrink-0 justify-center text-accent">
                      <Base.ItemIndicator>
                        <Check aria-hidden size={14} />
                      </Base.ItemIndicator>
                    </span>
                    <span className="min-w-0 flex-1">
                      <Base.ItemText className="block truncate">{option.label}</Base.ItemText>
                      {option.hint && (
                        <span className="line-clamp-2 text-small font-normal text-muted">{option.hint}</span>
                      )}
                    </span>
                  </Base.Item>
                ))}
              </Base.List>
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
      {note && (
        <p id={noteId} className={classNames('text-small', error ? 'text-bad' : 'line-clamp-2 text-muted')}>
          {note}
        </p>
      )}
    </div>
  );
}
