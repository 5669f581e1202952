import { X } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { IconButton } from './icon-button.tsx';
import { isEventInside } from './is-event-inside.ts';

type PanelProps = {
  readonly title: string;
  readonly subtitle?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  /** Shows it over the content in a wide window, too. */
  readonly isOver?: boolean;
  readonly onClose: () => void;
};

/**
 * Shows details next to the content, or over it in a narrow window. Receives the focus on open unless a descendant already
 * has it. Esc closes the panel.
 */
export function Panel({ title, subtitle, actions, children, isOver = false, onClose }: PanelProps) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!panel.current?.contains(document.activeElement)) panel.current?.focus({ preventScroll: true });
  }, []);
  return (
    // Handles Esc from all descendants.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={panel}
      aria-label={title}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || !isEventInside(event)) return;
        event.stopPropagation();
        onClose();
      }}
      className={classNames(
        'fade-in flex h-full w-105 max-w-full shrink-0 flex-col border-l border-line bg-surface outline-none',
        isOver
          ? 'absolute inset-y-0 right-0 z-20 shadow-float'
          : 'max-[1100px]:absolute max-[1100px]:inset-y-0 max-[1100px]:right-0 max-[1100px]:z-20 max-[1100px]:shadow-float',
      )}
    >
      <header className="flex items-start gap-2 px-4 pt-3 pb-2">
        <div className="min-w-0 flex-1">
          <h2 className="line-clamp-2 text-section break-words select-text">{title}</h2>
          {subtitle && <div className="mt-0.5 text-small text-muted">{subtitle}</div>}
        </div>
        {actions}
        <IconButton label="Close" shortcut="Esc" icon={<X aria-hidden size={16} />} onClick={onClose} />
      </header>
      {children}
    </section>
  );
}
