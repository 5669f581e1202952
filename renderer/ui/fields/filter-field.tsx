import { ListFilter, X } from 'lucide-react';
import { useRef } from 'react';
import { inputClass } from './field.tsx';
import { classNames } from '../page/class-names.ts';

type FilterFieldProps = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
};

/** Filters a list while typing. Esc clears the filter. */
export function FilterField({ label, value, onChange }: FilterFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="relative max-w-52 grow basis-32">
      <ListFilter aria-hidden size={14} className="absolute top-1.75 left-2 text-muted" />
      <input
        ref={input}
        type="text"
        spellCheck={false}
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || value === '') return;
          event.stopPropagation();
          onChange('');
        }}
        className={classNames(inputClass, 'h-7! border-line! pr-7 pl-7')}
      />
      {value !== '' && (
        <button
          type="button"
          aria-label="Clear filter"
          onClick={() => {
            onChange('');
            input.current?.focus();
          }}
          className="absolute top-0.75 right-0.75 flex size-5.5 items-center justify-center rounded-[4px] text-muted hover:bg-highlight"
        >
          <X aria-hidden size={13} />
        </button>
      )}
    </div>
  );
}
