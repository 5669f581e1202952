import { useId, type ComponentProps } from 'react';
import { classNames } from '../../ui/page/class-names.ts';
import { inputClass } from '../../ui/fields/field.tsx';

type LineInputProps = Omit<ComponentProps<'input'>, 'onChange'> & {
  readonly label: string;
  readonly error: string | undefined;
  readonly onChange: (text: string) => void;
};

/** A line of a list, whose label only assistive technology needs. */
export function LineInput({ label, error, onChange, className, ...input }: LineInputProps) {
  const errorId = useId();
  return (
    <div className={classNames('flex min-w-0 flex-col gap-1', className)}>
      <input
        {...input}
        aria-label={label}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? errorId : undefined}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
        className={classNames(inputClass, 'h-7!', error && 'border-bad!')}
      />
      {error && (
        <p id={errorId} className="text-small text-bad">
          {error}
        </p>
      )}
    </div>
  );
}
