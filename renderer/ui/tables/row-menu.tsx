import { ContextMenu } from '@base-ui/react/context-menu';
import { useRef, useState, type KeyboardEvent, type ReactElement } from 'react';
import { useFloatingContainer } from '../dialogs/floating-container.ts';
import { menuPopupClass } from '../dialogs/menu.tsx';
import { ActionItems } from './action-items.tsx';
import type { RowAction, RowActions } from './row-action.ts';
import { findRow, getRowIndex } from './use-row-navigation.ts';

type RowMenuProps = {
  /** Returns the actions of the row at an index; none while it is loading. */
  readonly listActions: (index: number) => RowActions;
  /** The table. */
  readonly children: ReactElement<Record<string, unknown>>;
};

/** Opens the menu of a row on right-click, the menu key and Shift+F10. */
export function RowMenu({ listActions, children }: RowMenuProps) {
  const container = useFloatingContainer();
  // As they were when the menu opened: rows can move while it is open.
  const [actions, setActions] = useState<RowActions>([]);
  const row = useRef<HTMLElement | null>(null);
  const opener = useRef<HTMLElement | null>(null);
  const chosen = useRef<RowAction | null>(null);
  return (
    <ContextMenu.Root
      onOpenChange={(isOpen) => {
        if (!isOpen) row.current?.removeAttribute('data-menu-open');
      }}
      onOpenChangeComplete={(isOpen) => {
        // Runs after the menu has returned the focus, so that what opens next can return it, too.
        if (isOpen) return;
        chosen.current?.run();
        chosen.current = null;
      }}
    >
      <ContextMenu.Trigger
        render={children}
        onKeyDown={openOnShortcut}
        onContextMenu={(event) => {
          const index = getRowIndex(event.target);
          const listed = index === null ? [] : listActions(index).filter((group) => group.length > 0);
          if (listed.length === 0) return event.preventBaseUIHandler();
          row.current = findRow(event.target);
          row.current?.setAttribute('data-menu-open', '');
          opener.current = findOpener(row.current);
          setActions(listed);
        }}
      />
      <ContextMenu.Portal container={container}>
        <ContextMenu.Positioner className="z-30 outline-none">
          <ContextMenu.Popup aria-label="Actions" finalFocus={opener} className={menuPopupClass}>
            <ActionItems actions={actions} onSelect={(action) => (chosen.current = action)} />
          </ContextMenu.Popup>
        </ContextMenu.Positioner>
      </ContextMenu.Portal>
    </ContextMenu.Root>
  );
}

/** macOS has neither the key nor a shortcut of its own for it. */
function openOnShortcut(event: KeyboardEvent): void {
  if (event.key !== 'F10' || !event.shiftKey || !(event.target instanceof Element)) return;
  event.preventDefault();
  const { left, bottom } = event.target.getBoundingClientRect();
  event.target.dispatchEvent(
    new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: left, clientY: bottom }),
  );
}

/** Returns the control that receives the focus when the menu closes: the one that opened it, or else the button of the row. */
function findOpener(row: HTMLElement | null): HTMLElement | null {
  const focused = document.activeElement;
  if (focused instanceof HTMLElement && row?.contains(focused)) return focused;
  return row?.querySelector<HTMLElement>('button') ?? null;
}
