import { X } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import { createStore } from 'zustand';
import { classNames } from '../page/class-names.ts';
import { IconButton } from '../buttons/icon-button.tsx';
import { isEventInside } from '../focus/is-event-inside.ts';
import { keepClear, keepClearPanel } from '../feedback/use-clear-position.ts';
import { enterMs, hasReducedMotion, leaveMs } from '../page/motion.ts';

type PanelProps = {
  readonly title: string;
  readonly subtitle?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  /** Shows it over the content in a wide window, too. */
  readonly isOver?: boolean;
  /** Whether something covers the panel, so that it cannot be used. */
  readonly isInert?: boolean;
  /** A new value focuses the panel again, unless a descendant has the focus. */
  readonly focusKey?: number;
  readonly onClose: () => void;
};

/**
 * Shows details next to the content, or over it in a narrow window. Receives the focus on open unless a descendant already
 * has it. Esc closes the panel.
 */
export function Panel({
  title,
  subtitle,
  actions,
  children,
  isOver = false,
  isInert = false,
  focusKey = 0,
  onClose,
}: PanelProps) {
  const panel = useRef<HTMLElement>(null);
  const focusedKey = useRef<number>(null);
  usePanelMotion(panel);
  useEffect(() => {
    if (focusedKey.current === focusKey) return;
    focusedKey.current = focusKey;
    if (!panel.current?.contains(document.activeElement)) panel.current?.focus({ preventScroll: true });
  }, [focusKey]);
  return (
    // Handles Esc from all descendants.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={panel}
      {...keepClearPanel}
      aria-label={title}
      tabIndex={-1}
      inert={isInert}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || !isEventInside(event)) return;
        event.stopPropagation();
        onClose();
      }}
      className={classNames(
        'flex h-full w-105 max-w-full shrink-0 flex-col border-l border-line bg-surface outline-none',
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

/** The actions of a panel, which stay in sight while its content scrolls. The main one comes first. */
export function PanelFooter({ children }: { readonly children: ReactNode }) {
  return (
    <footer {...keepClear} className="flex shrink-0 flex-wrap gap-2 border-t border-line px-4 py-3">
      {children}
    </footer>
  );
}

const [hidden, shown] = [
  { opacity: 0, transform: 'translateX(12px)' },
  { opacity: 1, transform: 'none' },
];

/** Whether a panel was removed in this commit: the one that opens takes its place, without a motion. */
const replacement = createStore(() => ({ isReplacing: false }));
const isReplacing = () => replacement.getState().isReplacing;
const setReplacing = (value: boolean) => replacement.setState({ isReplacing: value });

/** Moves a panel in from the right, and out when it is removed. */
function usePanelMotion(panel: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = panel.current;
    if (!element || hasReducedMotion()) return;
    if (!isReplacing()) element.animate([hidden, shown], { duration: enterMs, easing: 'ease-out' });
    setReplacing(false);
    return () => {
      const [copy, parent] = [copyPanel(element), element.parentElement];
      const scrollTops = [...element.querySelectorAll('*')].map(({ scrollTop }) => scrollTop);
      setReplacing(true);
      queueMicrotask(() => {
        // React also runs this for a panel that stays, in development.
        if (isReplacing() && !element.isConnected && parent?.isConnected) moveOut(copy, parent, scrollTops);
        setReplacing(false);
      });
    };
  }, [panel]);
}

/** Shows a copy of a panel in its place. The copy is not available to pointer, keyboard or screen reader. */
function copyPanel(element: HTMLElement): HTMLElement {
  const copy = element.cloneNode(true) as HTMLElement; // a node of the same type
  copy.inert = true;
  copy.setAttribute('aria-hidden', 'true');
  const { offsetTop, offsetLeft, offsetWidth, offsetHeight } = element;
  const box = { top: offsetTop, left: offsetLeft, width: offsetWidth, height: offsetHeight };
  Object.assign(copy.style, { position: 'absolute', right: 'auto', bottom: 'auto' });
  for (const [name, value] of Object.entries(box)) copy.style.setProperty(name, `${value}px`);
  return copy;
}

function moveOut(copy: HTMLElement, parent: HTMLElement, scrollTops: readonly number[]): void {
  parent.append(copy);
  const descendants = copy.querySelectorAll('*');
  for (const [index, scrollTop] of scrollTops.entries())
    if (scrollTop > 0) descendants[index]?.scrollTo({ top: scrollTop, behavior: 'instant' });
  const motion = copy.animate([shown, hidden], { duration: leaveMs, easing: 'ease-out', fill: 'forwards' });
  motion.addEventListener('finish', () => copy.remove());
}
