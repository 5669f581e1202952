import { useId, type ComponentProps, type MouseEvent, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Keys } from './keys.tsx';
import { Tooltip } from './tooltip.tsx';

const looks = {
  primary: 'bg-accent text-on-accent font-medium hover:bg-accent-strong',
  plain: 'bg-raised text-ink border border-line hover:bg-well',
  quiet: 'text-ink hover:bg-well',
  danger: 'bg-bad-solid text-on-accent font-medium hover:bg-bad',
} as const;

export type ButtonProps = Omit<ComponentProps<'button'>, 'disabled'> & {
  readonly look?: keyof typeof looks;
  readonly size?: 'small' | 'normal' | 'large';
  readonly icon?: ReactNode;
  /** Why it cannot be used now. It stays focusable, so that everybody can learn the reason. */
  readonly unavailable?: string | null | undefined;
  readonly keys?: string | undefined;
};

const sizes = {
  small: 'h-6 px-2 text-small gap-1',
  normal: 'h-7 px-2.5 gap-1.5',
  large: 'h-8 px-3.5 gap-2',
} as const;

export function Button({ look = 'plain', size = 'normal', icon, unavailable, keys, children, ...rest }: ButtonProps) {
  const reasonId = useId();
  const button = (
    <button
      type="button"
      {...rest}
      onClick={unavailable ? preventClick : rest.onClick}
      aria-disabled={unavailable ? true : undefined}
      aria-describedby={unavailable ? reasonId : rest['aria-describedby']}
      className={classNames(
        'inline-flex shrink-0 items-center justify-center rounded-control whitespace-nowrap',
        sizes[size],
        looks[look],
        unavailable && 'pointer-events-auto opacity-50 saturate-0',
        rest.className,
      )}
    >
      {icon}
      {children}
    </button>
  );
  // The same parts whether it can be used or not: it keeps the focus when that changes.
  return (
    <>
      <Tooltip content={unavailable || (keys && <Keys keys={keys} />)}>{button}</Tooltip>
      {unavailable && (
        <span id={reasonId} hidden>
          {unavailable}
        </span>
      )}
    </>
  );
}

function preventClick(event: MouseEvent) {
  event.preventDefault();
}
