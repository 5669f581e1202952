import { useEffect, useEffectEvent } from 'react';
import { firstOfSequence } from '../../commands/key-sequence.ts';
import { isDialogOpen, isTyping } from '../../commands/key-target.ts';
import { readCallKey, type CallDeed } from './call-keys.ts';

/** What takes the space bar or the arrows for itself when it has the focus. */
const ownSpace = 'button:not([data-hears]), a, summary, [role="tab"]';
const ownArrows = '[role="tab"], [role="radio"]';

/** Runs deeds by their keys, before the window's own commands see them. */
export function useCallKeys(run: (deed: CallDeed) => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing || isTyping(event.target) || isDialogOpen() || firstOfSequence(event) !== null) return;
    const deed = readCallKey(event);
    if (!deed || isTaken(event)) return;
    event.preventDefault();
    const isOnce = deed.deed !== 'seek-by' && deed.deed !== 'turn';
    if (!(event.repeat && isOnce)) run(deed);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    globalThis.addEventListener('keydown', listener, { capture: true });
    return () => globalThis.removeEventListener('keydown', listener, { capture: true });
  }, []);
}

function isTaken({ key, target }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  if (key === ' ') return target.closest(ownSpace) !== null;
  return key.startsWith('Arrow') && target.closest(ownArrows) !== null;
}
