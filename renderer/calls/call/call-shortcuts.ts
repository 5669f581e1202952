import type { KeyPress } from '../../commands/shortcut.ts';
import type { ShortcutHint } from '../../ui/shortcut-hints.tsx';

/** What a key asks for in the view of a call. */
export type CallShortcutAction =
  | { readonly type: 'toggle' | 'voices' | 'search' | 'note' }
  | { readonly type: 'seek-by'; readonly seconds: number }
  | { readonly type: 'seek-to'; readonly fraction: number }
  | { readonly type: 'rate' | 'turn'; readonly direction: 1 | -1 };

/** The keys as a person reads about them, in the order of their use. */
export const callShortcuts: readonly ShortcutHint[] = [
  { keys: ['Space', 'K'], description: 'Play or pause' },
  { keys: ['←', '→'], description: 'Back or forward 5 seconds' },
  { keys: ['J', 'L'], description: 'Back or forward 15 seconds' },
  { keys: ['[', ']'], description: 'The turn before or after' },
  { keys: ['0', '9'], description: 'To the start … to nine tenths' },
  { keys: ['<', '>'], description: 'Slower or faster' },
  { keys: ['M'], description: 'Volume and voices' },
  { keys: ['/'], description: 'Search in the transcript' },
  { keys: ['N'], description: 'Note at this moment' },
  { keys: ['Esc'], description: 'Back to the list' },
];

const actionsByKey = new Map<string, CallShortcutAction>(
  Object.entries({
    ' ': { type: 'toggle' },
    k: { type: 'toggle' },
    j: { type: 'seek-by', seconds: -15 },
    l: { type: 'seek-by', seconds: 15 },
    '[': { type: 'turn', direction: -1 },
    ']': { type: 'turn', direction: 1 },
    '<': { type: 'rate', direction: -1 },
    '>': { type: 'rate', direction: 1 },
    m: { type: 'voices' },
    '/': { type: 'search' },
    n: { type: 'note' },
  } satisfies Record<string, CallShortcutAction>),
);

/** What a key press asks for; null where it means nothing here. */
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
  if (/^\d$/.test(key)) return { type: 'seek-to', fraction: Number(key) / 10 };
  return actionsByKey.get(key.toLowerCase()) ?? null;
}
