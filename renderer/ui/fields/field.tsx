import { useId, type ComponentProps } from 'react';
import { classNames } from '../page/class-names.ts';
import { clearOnRemoval } from '../focus/clear-on-removal.ts';

export const inputClass =
  'h-8 w-full rounded-control border border-edge bg-surface px-2.5 text-ink placeholder:text-muted focus-visible:outline-offset-0';

type FieldProps = ComponentProps<'input'> & {
  readonly label: string;
  readonly hint?: string;
  readonly error?: string | null;
  /** A possible mistake that does not prevent submitting. */
  readonly warning?: string | null;
  readonly optional?: boolean;
};

export function Field({ label, hint, error, warning, optional, className, ...input }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? warning ?? hint;
  return (
    <div className={classNames('flex flex-col gap-1', className)}>
      <label htmlFor={id} className="flex items-baseline justify-between font-medium">
        {label}
        {optional && <span className="text-small font-normal text-muted">Optional</span>}
      </label>
      <input
        id={id}
        ref={input.type === 'password' ? clearOnRemoval : null}
        spellCheck={false}
        {...input}
        aria-invalid={error ? true : undefined}
        aria-describedby={note ? noteId : undefined}
        className={classNames(inputClass, error && 'border-bad!')}
      />
      {note && (
        <p id={noteId} className={classNames('text-small', error ? 'text-bad' : warning ? 'text-warn' : 'text-muted')}>
          {note}
        </p>
      )}
    </div>
  );
}
