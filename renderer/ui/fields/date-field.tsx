import { DateInput, type DateInputProps } from './date-input.tsx';

/**
 * A day, typed or chosen from a calendar. Calls `onChange` with a day once it is complete, or with undefined once the field is
 * empty.
 */
export function DateField(props: Pick<DateInputProps, 'label' | 'value' | 'min' | 'max' | 'isRequired' | 'onChange'>) {
  return (
    <div className="flex shrink-0 items-center gap-1.5 text-small text-muted">
      <span aria-hidden="true">{props.label}</span>
      <DateInput {...props} className="w-27" />
    </div>
  );
}
