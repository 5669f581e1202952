import { useEffect, useEffectEvent } from 'react';
import { getPendingKey } from '../../../ui/commands/key-sequence.ts';
import { isDialogOpen, isTextInput } from '../../../ui/commands/key-target.ts';
import type { KeyPress } from '../../../ui/commands/shortcut.ts';
import type { ShortcutHint } from '../../../ui/buttons/shortcut-hints.tsx';

/** An action that a key runs in the call view. */
export type CallShortcutAction =
  | { readonly type: 'toggle-play' | 'volume' | 'search' | 'add-note' }
  | { readonly type: 'seek-by'; readonly seconds: number }
  | { readonly type: 'seek-to'; readonly fraction: number }
  | { readonly type: 'step-rate' | 'step-turn' | 'step-call'; readonly direction: 1 | -1 };

/** The shortcuts as listed in the interface, the most used first. */
export const callShortcuts: readonly ShortcutHint[] = [
  { keys: ['Space', 'K'], description: 'Play or pause' },
  { keys: ['←', '→'], description: 'Back or forward 5 seconds' },
  { keys: ['J', 'L'], description: 'Back or forward 15 seconds' },
  { keys: ['[', ']'], description: 'Previous or next turn' },
  { keys: ['0', '9'], description: 'Jump to 0–90%' },
  { keys: ['<', '>'], description: 'Slower or faster' },
  { keys: ['M'], description: 'Volume and voices' },
  { keys: ['/'], description: 'Search transcript' },
  { keys: ['N'], description: 'Add note at current time' },
  { keys: ['Shift+J', 'Shift+K'], description: 'Next or previous call' },
  { keys: ['Esc'], description: 'Back to calls' },
];

const actionsByKey: ReadonlyMap<string, CallShortcutAction> = new Map(
  Object.entries({
    ' ': { type: 'toggle-play' },
    k: { type: 'toggle-play' },
    j: { type: 'seek-by', seconds: -15 },
    l: { type: 'seek-by', seconds: 15 },
    '[': { type: 'step-turn', direction: -1 },
    ']': { type: 'step-turn', direction: 1 },
    '<': { type: 'step-rate', direction: -1 },
    '>': { type: 'step-rate', direction: 1 },
    m: { type: 'volume' },
    '/': { type: 'search' },
    n: { type: 'add-note' },
  } satisfies Record<string, CallShortcutAction>),
);

/** Returns the action of a key press; null if the key has none. */
export function findShortcutAction({
  key,
  ctrlKey,
  metaKey,
  altKey,
  shiftKey,
}: KeyPress & { shiftKey: boolean }): CallShortcutAction | null {
  if (ctrlKey || metaKey || altKey) return null;
  if (key === 'ArrowLeft' || key === 'ArrowRight')
    return { type: 'seek-by', seconds: (key === 'ArrowLeft' ? -1 : 1) * (shiftKey ? 15 : 5) };
  if (shiftKey && /^[jk]$/i.test(key)) return { type: 'step-call', direction: key.toLowerCase() === 'j' ? 1 : -1 };
  if (/^\d$/.test(key)) return { type: 'seek-to', fraction: Number(key) / 10 };
  return actionsByKey.get(key.toLowerCase()) ?? null;
}

/** Elements that use the space bar or the arrow keys themselves while they have the focus. */
const spaceKeySelector = 'button:not([data-play-turn]), a, summary, [role="tab"], [role="radio"], [role="checkbox"]';
const arrowKeySelector = '[role="tab"], [role="radio"]';

/** Runs shortcut actions, before the commands of the window receive the keys. */
export function useCallShortcuts(run: (action: CallShortcutAction) => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing || isTextInput(event.target) || isDialogOpen() || getPendingKey(event) !== null) return;
    const action = findShortcutAction(event);
    if (!action || isHandledByTarget(event)) return;
    event.preventDefault();
    event.stopPropagation(); // a closed select field would choose an option that starts with the letter
    const canRepeat = action.type === 'seek-by' || action.type === 'step-turn';
    if (!event.repeat || canRepeat) run(action);
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
