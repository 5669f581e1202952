export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Whether a key press matches `keys`, which must not be a sequence. `mod` is Cmd on macOS and Ctrl elsewhere. */
export function isShortcut(press: KeyPress, keys: string, isMac: boolean): boolean {
  const parts = keys.split('+');
  const needsMod = parts.includes('mod');
  const expectedKey = parts.at(-1);
  const hasMod = isMac ? press.metaKey : press.ctrlKey;
  const hasOtherModifier = press.altKey || (isMac ? press.ctrlKey : press.metaKey);
  const isPlus = expectedKey === 'plus';
  // Some keyboard layouts need Shift for `/` or `+`. With `mod` and a letter, Shift makes a different shortcut.
  const isShiftAllowed = !needsMod || isPlus || press.shiftKey === parts.includes('shift');
  const isKey = isPlus ? press.key === '+' || press.key === '=' : press.key.toLowerCase() === expectedKey;
  return isKey && hasMod === needsMod && isShiftAllowed && !hasOtherModifier;
}

/** Returns the two keys of a sequence such as `g c`, or null if `keys` is not a sequence. */
export function splitSequence(keys: string): readonly [string, string] | null {
  const [first, second] = keys.split(' ');
  return first && second ? [first, second] : null;
}

const keySymbols: Readonly<Record<string, readonly [string, string]>> = {
  mod: ['⌘', 'Ctrl'],
  shift: ['⇧', 'Shift'],
  enter: ['↩', 'Enter'],
  plus: ['+', '+'],
  '-': ['−', '−'],
};

/** Formats a shortcut for display: `⌘O` on macOS, `Ctrl O` elsewhere; `G then C`. */
export function formatShortcut(keys: string, isMac: boolean): string {
  const presses = keys.split(' ').map((press) =>
    press
      .split('+')
      .map((part) => keySymbols[part]?.[isMac ? 0 : 1] ?? part.toUpperCase())
      .join(isMac ? '' : ' '),
  );
  return presses.join(' then ');
}

/** Formats a shortcut for `aria-keyshortcuts`: `Control+K`. */
export function toAriaKeys(keys: string, isMac: boolean): string {
  const names: Readonly<Record<string, string>> = { mod: isMac ? 'Meta' : 'Control', shift: 'Shift', plus: 'Plus' };
  return keys
    .split('+')
    .map((part) => names[part] ?? part.toUpperCase())
    .join('+');
}
