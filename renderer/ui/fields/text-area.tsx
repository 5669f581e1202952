import { useId, type ComponentProps } from 'react';
import { classNames } from '../page/class-names.ts';
import { inputClass } from './field.tsx';

type TextAreaProps = ComponentProps<'textarea'> & {
  readonly label: string;
  readonly hint?: string | null;
  readonly error?: string | null;
  readonly optional?: boolean;
};

/** A multi-line field that grows with its content. */
export function TextArea({ label, hint, error, optional, className, ...input }: TextAreaProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? hint;
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="flex items-baseline justify-between font-medium">
        {label}
        {optional && <span className="text-small font-normal text-muted">Optional</span>}
      </label>
      <textarea
        id={id}
        {...input}
        aria-invalid={error ? true : undefined}
        aria-describedby={note ? noteId : undefined}
        className={classNames(
          inputClass,
          'field-sizing-content h-auto! resize-none py-1.5',
          error && 'border-bad!',
          className,
        )}
      />
      {note && (
        <p id={noteId} className={classNames('text-small', error ? 'text-bad' : 'text-muted')}>
          {note}
        </p>
      )}
    </div>
  );
}
