import { Popover } from '@base-ui/react/popover';
import { Keyboard } from 'lucide-react';
import { floatingPlace } from '../../ui/floating-place.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Keys } from '../../ui/keys.tsx';
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
            <dl className="flex flex-col gap-1.5">
              {callKeys.map(({ keys, does }) => (
                <div key={does} className="flex items-center justify-between gap-3">
                  <dt>{does}</dt>
                  <dd className="flex shrink-0 gap-1">
                    {keys.map((key) => (
                      <Keys key={key} keys={key} />
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
