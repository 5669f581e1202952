import { Check, ChevronDown } from 'lucide-react';
import { classNames } from './class-names.ts';
import { Menu, MenuChoice, MenuChoices, MenuSeparator } from './menu.tsx';

export type Choice = { readonly value: string; readonly label: string; readonly note?: string };

type ChoiceChipProps = {
  readonly label: string;
  readonly value: string | null;
  readonly choices: readonly Choice[];
  readonly onChoose: (value: string | null) => void;
};

/** One filter: its name while it lets everything through, what it lets through otherwise. */
export function ChoiceChip({ label, value, choices, onChoose }: ChoiceChipProps) {
  const chosen = value === null ? null : (choices.find((choice) => choice.value === value)?.label ?? value);
  return (
    <Menu
      trigger={
        <button
          type="button"
          className={classNames(
            'inline-flex h-7 max-w-52 shrink-0 items-center gap-1 rounded-control border px-2 text-small',
            chosen === null
              ? 'border-line text-muted hover:bg-well hover:text-ink'
              : 'border-accent/40 bg-accent-soft text-ink',
          )}
        >
          <span className="truncate">
            <span className={chosen === null ? '' : 'sr-only'}>{label}</span>
            {chosen !== null && (
              <>
                <span className="sr-only">: </span>
                {chosen}
              </>
            )}
          </span>
          <ChevronDown aria-hidden size={13} className="shrink-0 text-muted" />
        </button>
      }
    >
      <MenuChoices label={label} value={value ?? ''} onChoose={(next) => onChoose(next === '' ? null : next)}>
        <MenuChoice value="" mark={<Check aria-hidden size={14} />}>
          Any
        </MenuChoice>
        <MenuSeparator />
        {choices.map((choice) => (
          <MenuChoice key={choice.value} value={choice.value} note={choice.note} mark={<Check aria-hidden size={14} />}>
            {choice.label}
          </MenuChoice>
        ))}
      </MenuChoices>
    </Menu>
  );
}
