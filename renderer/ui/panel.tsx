import { X } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { IconButton } from './icon-button.tsx';
import { isEventInside } from './is-event-inside.ts';

type PanelProps = {
  readonly title: string;
  readonly subtitle?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  readonly onClose: () => void;
};

/** Details beside the content; over it where the window is narrow. Takes the focus when it opens, unless something in it has done so; Esc closes it. */
export function Panel({ title, subtitle, actions, children, onClose }: PanelProps) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!panel.current?.contains(document.activeElement)) panel.current?.focus({ preventScroll: true });
  }, []);
  return (
    // Esc bubbles up here from what is inside.
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
      className="fade-in flex h-full w-105 shrink-0 flex-col border-l border-line bg-surface outline-none max-[1100px]:absolute max-[1100px]:inset-y-0 max-[1100px]:right-0 max-[1100px]:z-20 max-[1100px]:shadow-float"
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
