export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Whether a key press means `keys`, one press of them; `mod` is Cmd on macOS and Ctrl elsewhere. */
export function isShortcut(press: KeyPress, keys: string, isMac: boolean): boolean {
  const parts = keys.split('+');
  const wantsMod = parts.includes('mod');
  const wantedKey = parts.at(-1);
  const hasMod = isMac ? press.metaKey : press.ctrlKey;
  const hasOther = isMac ? press.ctrlKey : press.metaKey;
  const isPlus = wantedKey === 'plus';
  // Some keyboards write `/` or `+` with Shift; beside `mod` and a letter it makes another shortcut.
  const hasRightShift = !wantsMod || isPlus || press.shiftKey === parts.includes('shift');
  const isWanted = isPlus ? press.key === '+' || press.key === '=' : press.key.toLowerCase() === wantedKey;
  return isWanted && hasMod === wantsMod && hasRightShift && !hasOther && !press.altKey;
}

/** The two presses of keys such as `g c`, or null for keys that are one. */
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

/** `⌘O` on macOS, `Ctrl O` elsewhere; `G then C`. */
export function formatShortcut(keys: string, isMac: boolean): string {
  const presses = keys.split(' ').map((press) =>
    press
      .split('+')
      .map((part) => keySymbols[part]?.[isMac ? 0 : 1] ?? part.toUpperCase())
      .join(isMac ? '' : ' '),
  );
  return presses.join(' then ');
}

/** As `aria-keyshortcuts` has it: `Control+K`. */
export function toAriaKeys(keys: string, isMac: boolean): string {
  const names: Readonly<Record<string, string>> = { mod: isMac ? 'Meta' : 'Control', shift: 'Shift', plus: 'Plus' };
  return keys
    .split('+')
    .map((part) => names[part] ?? part.toUpperCase())
    .join('+');
}
