import { useEffect, useEffectEvent } from 'react';
import { getPendingKey } from '../../commands/key-sequence.ts';
import { isDialogOpen, isTextInput } from '../../commands/key-target.ts';
import { findShortcutAction, type CallShortcutAction } from './call-shortcuts.ts';

/** What takes the space bar or the arrows for itself when it has the focus. */
const spaceKeySelector = 'button:not([data-play-turn]), a, summary, [role="tab"]';
const arrowKeySelector = '[role="tab"], [role="radio"]';

/** Runs deeds by their keys, before the window's own commands see them. */
export function useCallShortcuts(run: (deed: CallShortcutAction) => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing || isTextInput(event.target) || isDialogOpen() || getPendingKey(event) !== null) return;
    const deed = findShortcutAction(event);
    if (!deed || isHandledByTarget(event)) return;
    event.preventDefault();
    const isOnce = deed.type !== 'seek-by' && deed.type !== 'turn';
    if (!(event.repeat && isOnce)) run(deed);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    globalThis.addEventListener('keydown', listener, { capture: true });
    return () => globalThis.removeEventListener('keydown', listener, { capture: true });
  }, []);
}

function isHandledByTarget({ key, target }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  if (key === ' ') return target.closest(spaceKeySelector) !== null;
  return key.startsWith('Arrow') && target.closest(arrowKeySelector) !== null;
}
