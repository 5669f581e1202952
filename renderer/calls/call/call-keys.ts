import type { KeyPress } from '../../commands/shortcut.ts';
import type { KeyHint } from '../../ui/key-hints.tsx';

/** What a key asks for in the view of a call. */
export type CallDeed =
  | { readonly deed: 'toggle' | 'voices' | 'search' | 'note' }
  | { readonly deed: 'seek-by'; readonly seconds: number }
  | { readonly deed: 'seek-to'; readonly share: number }
  | { readonly deed: 'rate' | 'turn'; readonly direction: 1 | -1 };

/** The keys as a person reads about them, in the order of their use. */
export const callKeys: readonly KeyHint[] = [
  { keys: ['Space', 'K'], does: 'Play or pause' },
  { keys: ['←', '→'], does: 'Back or forward 5 seconds' },
  { keys: ['J', 'L'], does: 'Back or forward 15 seconds' },
  { keys: ['[', ']'], does: 'The turn before or after' },
  { keys: ['0', '9'], does: 'To the start … to nine tenths' },
  { keys: ['<', '>'], does: 'Slower or faster' },
  { keys: ['M'], does: 'Volume and voices' },
  { keys: ['/'], does: 'Search in the transcript' },
  { keys: ['N'], does: 'Note at this moment' },
  { keys: ['Esc'], does: 'Back to the list' },
];

const deeds = new Map<string, CallDeed>(
  Object.entries({
    ' ': { deed: 'toggle' },
    k: { deed: 'toggle' },
    j: { deed: 'seek-by', seconds: -15 },
    l: { deed: 'seek-by', seconds: 15 },
    '[': { deed: 'turn', direction: -1 },
    ']': { deed: 'turn', direction: 1 },
    '<': { deed: 'rate', direction: -1 },
    '>': { deed: 'rate', direction: 1 },
    m: { deed: 'voices' },
    '/': { deed: 'search' },
    n: { deed: 'note' },
  } satisfies Record<string, CallDeed>),
);

/** What a key press asks for; null where it means nothing here. */
export function readCallKey({
  key,
  ctrlKey,
  metaKey,
  altKey,
  shiftKey,
}: KeyPress & { shiftKey: boolean }): CallDeed | null {
  if (ctrlKey || metaKey || altKey) return null;
  if (key === 'ArrowLeft' || key === 'ArrowRight')
    return { deed: 'seek-by', seconds: (key === 'ArrowLeft' ? -1 : 1) * (shiftKey ? 15 : 5) };
  if (/^\d$/.test(key)) return { deed: 'seek-to', share: Number(key) / 10 };
  return deeds.get(key.toLowerCase()) ?? null;
}
