import { Popover } from '@base-ui/react/popover';
import { Keyboard } from 'lucide-react';
import { floatingPlace } from '../../ui/floating-place.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { KeyHints } from '../../ui/key-hints.tsx';
import { callKeys } from './call-keys.ts';

/** Every key that the view of a call knows. */
export function KeysList() {
  return (
    <Popover.Root>
      <Popover.Trigger render={<IconButton label="Keys" side="top" icon={<Keyboard aria-hidden size={16} />} />} />
      <Popover.Portal container={floatingPlace}>
        <Popover.Positioner sideOffset={6} align="end" className="z-30">
          <Popover.Popup
            aria-label="Keys"
            className="floats w-72 rounded-panel bg-raised p-3 shadow-float outline-none"
          >
            <KeyHints hints={callKeys} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
