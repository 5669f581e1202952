import { useId, type ComponentProps, type ReactNode } from 'react';
import { classNames } from '../page/class-names.ts';
import { Kbd } from './kbd.tsx';
import { Tooltip } from '../dialogs/tooltip.tsx';

type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'disabled'> & {
  /** The accessible name and the tooltip. */
  readonly label: string;
  readonly icon: ReactNode;
  readonly shortcut?: string | undefined;
  readonly disabledReason?: string | null | undefined;
  readonly side?: 'top' | 'bottom' | 'left' | 'right';
};

export function IconButton({ label, icon, shortcut, disabledReason, side = 'bottom', ...rest }: IconButtonProps) {
  const reasonId = useId();
  return (
    <>
      <Tooltip
        side={side}
        content={
          <>
            {disabledReason ?? label}
            {shortcut && !disabledReason && <Kbd keys={shortcut} />}
          </>
        }
      >
        <button
          type="button"
          {...rest}
          onClick={disabledReason ? undefined : rest.onClick}
          aria-label={label}
          aria-disabled={disabledReason ? true : undefined}
          aria-describedby={disabledReason ? reasonId : undefined}
          className={classNames(
            'inline-flex size-7 shrink-0 items-center justify-center rounded-control text-muted hover:bg-highlight hover:text-ink',
            disabledReason && 'opacity-50',
            rest.className,
          )}
        >
          {icon}
        </button>
      </Tooltip>
      {disabledReason && (
        <span id={reasonId} hidden>
          {disabledReason}
        </span>
      )}
    </>
  );
}
