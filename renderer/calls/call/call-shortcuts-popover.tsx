import { Popover } from '@base-ui/react/popover';
import { Keyboard } from 'lucide-react';
import { floatingContainer } from '../../ui/floating-container.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { ShortcutHints } from '../../ui/shortcut-hints.tsx';
import { callShortcuts } from './call-shortcuts.ts';

/** Every key that the view of a call knows. */
export function CallShortcutsPopover() {
  return (
    <Popover.Root>
      <Popover.Trigger render={<IconButton label="Keys" side="top" icon={<Keyboard aria-hidden size={16} />} />} />
      <Popover.Portal container={floatingContainer}>
        <Popover.Positioner sideOffset={6} align="end" className="z-30">
          <Popover.Popup
            aria-label="Keys"
            className="fade-transition w-72 rounded-panel bg-raised p-3 shadow-float outline-none"
          >
            <ShortcutHints hints={callShortcuts} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
