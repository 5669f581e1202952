export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Whether a key press means `keys`; `mod` is Cmd on macOS and Ctrl elsewhere. */
export function isShortcut(press: KeyPress, keys: string, isMac: boolean): boolean {
  const parts = keys.split('+');
  const wantsMod = parts.includes('mod');
  const wantedKey = parts.at(-1);
  const hasMod = isMac ? press.metaKey : press.ctrlKey;
  const hasOther = isMac ? press.ctrlKey : press.metaKey;
  // Some keyboards write `/` with Shift; beside `mod` it makes another shortcut.
  const hasRightShift = !wantsMod || press.shiftKey === parts.includes('shift');
  return press.key.toLowerCase() === wantedKey && hasMod === wantsMod && hasRightShift && !hasOther && !press.altKey;
}

const signs = { mod: ['⌘', 'Ctrl'], shift: ['⇧', 'Shift'], enter: ['↩', 'Enter'] } as const;

/** `⌘O` on macOS, `Ctrl O` elsewhere. */
export function formatShortcut(keys: string, isMac: boolean): string {
  return keys
    .split('+')
    .map((part) => signs[part as keyof typeof signs]?.[isMac ? 0 : 1] ?? part.toUpperCase()) // unknown parts have no sign
    .join(isMac ? '' : ' ');
}
