import { useId, type ComponentProps, type MouseEvent, type ReactNode } from 'react';
import { classNames } from '../page/class-names.ts';
import { Kbd } from './kbd.tsx';
import { Tooltip } from '../dialogs/tooltip.tsx';

const variants = {
  primary: 'bg-accent text-on-accent font-medium hover:bg-accent-strong',
  plain: 'bg-raised text-ink border border-line hover:bg-highlight',
  quiet: 'text-ink hover:bg-highlight',
  danger: 'bg-bad-solid text-on-accent font-medium hover:bg-bad',
} as const;

export type ButtonProps = Omit<ComponentProps<'button'>, 'disabled'> & {
  readonly variant?: keyof typeof variants;
  readonly size?: 'small' | 'normal' | 'large';
  readonly icon?: ReactNode;
  /** The reason why the button is disabled, shown as its tooltip. A disabled button stays focusable. */
  readonly disabledReason?: string | null | undefined;
  readonly shortcut?: string | undefined;
};

const sizes = {
  small: 'h-6 px-2 text-small gap-1',
  normal: 'h-7 px-2.5 gap-1.5',
  large: 'h-8 px-3.5 gap-2',
} as const;

export function Button({
  variant = 'plain',
  size = 'normal',
  icon,
  disabledReason,
  shortcut,
  children,
  ...rest
}: ButtonProps) {
  const reasonId = useId();
  const button = (
    <button
      type="button"
      {...rest}
      onClick={disabledReason ? preventClick : rest.onClick}
      aria-disabled={disabledReason ? true : undefined}
      aria-describedby={disabledReason ? reasonId : rest['aria-describedby']}
      className={classNames(
        'inline-flex shrink-0 items-center justify-center rounded-control whitespace-nowrap',
        sizes[size],
        variants[variant],
        disabledReason && 'pointer-events-auto opacity-50 saturate-0',
        rest.className,
      )}
    >
      {icon}
      {children}
    </button>
  );
  // The element tree is the same in both states, so the button keeps the focus when its state changes.
  return (
    <>
      <Tooltip content={disabledReason || (shortcut && <Kbd keys={shortcut} />)}>{button}</Tooltip>
      {disabledReason && (
        <span id={reasonId} hidden>
          {disabledReason}
        </span>
      )}
    </>
  );
}

function preventClick(event: MouseEvent) {
  event.preventDefault();
}
