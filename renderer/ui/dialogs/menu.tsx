import { Menu as Base } from '@base-ui/react/menu';
import { classNames } from '../page/class-names.ts';
import { useFloatingContainer } from './floating-container.ts';
import type { ReactElement, ReactNode } from 'react';

export const menuPopupClass =
  'fade-transition max-h-(--available-height) max-w-96 min-w-56 overflow-y-auto rounded-panel bg-raised p-1 shadow-float outline-none';

type MenuProps = {
  readonly trigger: ReactElement<Record<string, unknown>>;
  readonly children: ReactNode;
  readonly align?: 'start' | 'end';
  readonly isInitiallyOpen?: boolean;
};

export function Menu({ trigger, children, align = 'start', isInitiallyOpen = false }: MenuProps) {
  const container = useFloatingContainer();
  return (
    <Base.Root defaultOpen={isInitiallyOpen}>
      <Base.Trigger render={trigger} />
      <Base.Portal container={container}>
        <Base.Positioner positionMethod="fixed" sideOffset={4} align={align} className="z-30 outline-none">
          <Base.Popup className={menuPopupClass}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

const itemClass =
  'flex w-full items-center gap-2 rounded-control px-2 outline-none data-highlighted:bg-highlight data-disabled:opacity-50';

type MenuItemProps = {
  readonly icon?: ReactNode;
  readonly children: ReactNode;
  /** The reason why the item is disabled, shown below its label. */
  readonly disabledReason?: string | null;
  readonly onSelect: () => void;
};

export function MenuItem({ icon, children, disabledReason, onSelect }: MenuItemProps) {
  return (
    <Base.Item
      onClick={onSelect}
      disabled={Boolean(disabledReason)}
      className={classNames(itemClass, disabledReason ? 'min-h-11' : 'h-8')}
    >
      <span className="flex w-4 shrink-0 justify-center text-muted">{icon}</span>
      <span className="min-w-0 flex-1 truncate">
        {children}
        {disabledReason && <span className="block truncate text-small text-muted">{disabledReason}</span>}
      </span>
    </Base.Item>
  );
}

type MenuRadioGroupProps = {
  readonly label: string;
  readonly value: string | null;
  readonly onChange: (value: string) => void;
  readonly children: ReactNode;
};

export function MenuRadioGroup({ label, value, onChange, children }: MenuRadioGroupProps) {
  return (
    <Base.RadioGroup value={value} onValueChange={onChange} aria-label={label}>
      {children}
    </Base.RadioGroup>
  );
}

type MenuRadioItemProps = {
  readonly value: string;
  readonly children: ReactNode;
  readonly note?: string | undefined;
  readonly isDisabled?: boolean;
  readonly indicator: ReactNode;
};

export function MenuRadioItem({ value, children, note, isDisabled = false, indicator }: MenuRadioItemProps) {
  return (
    <Base.RadioItem
      value={value}
      disabled={isDisabled}
      closeOnClick
      className={classNames(itemClass, 'h-8 data-checked:font-medium')}
    >
      <span className="flex w-4 shrink-0 justify-center text-accent">
        <Base.RadioItemIndicator>{indicator}</Base.RadioItemIndicator>
      </span>
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {note && <span className="text-small text-muted">{note}</span>}
    </Base.RadioItem>
  );
}

export function MenuSeparator() {
  return <Base.Separator className="mx-2 my-1 h-px bg-line" />;
}
