import { Check, ChevronDown, X } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { classNames } from '../page/class-names.ts';
import { Menu, MenuRadioItem, MenuRadioGroup, MenuSeparator } from '../dialogs/menu.tsx';

export type FilterOption = { readonly value: string; readonly label: string; readonly note?: string };

export type Filter = {
  readonly label: string;
  readonly value: string | null;
  readonly options: readonly FilterOption[];
  readonly onChange: (value: string | null) => void;
};

type FilterChipProps = Filter & {
  /** Removes the chip with its value. Without it, the chip stays and has no value. */
  readonly onRemove?: () => void;
  readonly isInitiallyOpen?: boolean;
  /** Fields of the selected option, which are shown in its place. */
  readonly children?: ReactNode;
};

/** A filter menu. Shows its name while inactive, and the selected option with a button that resets it while active. */
export function FilterChip(props: FilterChipProps) {
  const { label, value, options, onChange, onRemove, isInitiallyOpen = false, children } = props;
  const trigger = useRef<HTMLButtonElement>(null);
  const selected = value === null ? null : (options.find((option) => option.value === value)?.label ?? value);
  const remove = () => {
    if (onRemove) return onRemove();
    onChange(null);
    trigger.current?.focus(); // the button that was used is removed
  };
  return (
    <span
      className={classNames(
        'inline-flex h-7 rounded-control border text-small',
        children ? 'shrink-0 items-center' : 'max-w-56',
        selected === null
          ? 'shrink-0 border-line text-muted hover:bg-hover hover:text-ink'
          : 'min-w-22 border-accent/40 bg-accent-soft text-ink',
      )}
    >
      <Menu
        isInitiallyOpen={isInitiallyOpen}
        trigger={
          <button
            ref={trigger}
            type="button"
            onKeyDown={({ key }) => {
              if (selected !== null && (key === 'Delete' || key === 'Backspace')) remove();
            }}
            className="inline-flex min-w-0 flex-1 items-center gap-1 rounded-[inherit] px-2"
          >
            <span className={children ? 'sr-only' : 'truncate'}>
              <span className={selected === null ? '' : 'sr-only'}>{label}</span>
              {selected !== null && (
                <>
                  <span className="sr-only">: </span>
                  {selected}
                </>
              )}
            </span>
            {(selected === null || children) && <ChevronDown aria-hidden size={13} className="shrink-0 text-muted" />}
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
      {children}
      {selected !== null && (
        <button
          type="button"
          aria-label={`Remove filter: ${label}`}
          onClick={remove}
          className={classNames(
            'flex w-6 shrink-0 items-center justify-center self-stretch rounded-[inherit] text-muted hover:text-ink',
            !children && '-ml-1',
          )}
        >
          <X aria-hidden size={12} />
        </button>
      )}
    </span>
  );
}
