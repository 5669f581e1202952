import { Check, ChevronDown } from 'lucide-react';
import { classNames } from '../page/class-names.ts';
import { Menu, MenuRadioItem, MenuRadioGroup, MenuSeparator } from '../dialogs/menu.tsx';

export type FilterOption = { readonly value: string; readonly label: string; readonly note?: string };

export type Filter = {
  readonly label: string;
  readonly value: string | null;
  readonly options: readonly FilterOption[];
  readonly onChange: (value: string | null) => void;
};

/** A filter menu. Shows its name while inactive, and the selected option while active. */
export function FilterChip({ label, value, options, onChange }: Filter) {
  const selected = value === null ? null : (options.find((option) => option.value === value)?.label ?? value);
  return (
    <Menu
      trigger={
        <button
          type="button"
          className={classNames(
            'inline-flex h-7 max-w-52 shrink-0 items-center gap-1 rounded-control border px-2 text-small',
            selected === null
              ? 'border-line text-muted hover:bg-hover hover:text-ink'
              : 'border-accent/40 bg-accent-soft text-ink',
          )}
        >
          <span className="truncate">
            <span className={selected === null ? '' : 'sr-only'}>{label}</span>
            {selected !== null && (
              <>
                <span className="sr-only">: </span>
                {selected}
              </>
            )}
          </span>
          <ChevronDown aria-hidden size={13} className="shrink-0 text-muted" />
        </button>
      }
    >
      <MenuRadioGroup label={label} value={value ?? ''} onChange={(next) => onChange(next === '' ? null : next)}>
        <MenuRadioItem value="" indicator={<Check aria-hidden size={14} />}>
          Any
        </MenuRadioItem>
        <MenuSeparator />
        {options.map((option) => (
          <MenuRadioItem
            key={option.value}
            value={option.value}
            note={option.note}
            indicator={<Check aria-hidden size={14} />}
          >
            {option.label}
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
    </Menu>
  );
}
