import { useId, type ComponentProps, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Keys } from './keys.tsx';
import { Tooltip } from './tooltip.tsx';

type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'disabled'> & {
  /** Its accessible name and its tooltip. */
  readonly label: string;
  readonly icon: ReactNode;
  readonly keys?: string | undefined;
  readonly unavailable?: string | null | undefined;
  readonly side?: 'top' | 'bottom' | 'left' | 'right';
};

export function IconButton({ label, icon, keys, unavailable, side = 'bottom', ...rest }: IconButtonProps) {
  const reasonId = useId();
  return (
    <>
      <Tooltip
        side={side}
        content={
          <>
            {unavailable ?? label}
            {keys && !unavailable && <Keys keys={keys} />}
          </>
        }
      >
        <button
          type="button"
          {...rest}
          onClick={unavailable ? undefined : rest.onClick}
          aria-label={label}
          aria-disabled={unavailable ? true : undefined}
          aria-describedby={unavailable ? reasonId : undefined}
          className={classNames(
            'inline-flex size-7 shrink-0 items-center justify-center rounded-control text-muted hover:bg-well hover:text-ink',
            unavailable && 'opacity-50',
            rest.className,
          )}
        >
          {icon}
        </button>
      </Tooltip>
      {unavailable && (
        <span id={reasonId} hidden>
          {unavailable}
        </span>
      )}
    </>
  );
}
