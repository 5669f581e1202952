export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** Whether a key press means `keys`; `mod` is Cmd on macOS and Ctrl elsewhere. */
export function isShortcut(press: KeyPress, keys: string, isMac: boolean): boolean {
  const wantsMod = keys.startsWith('mod+');
  const wantedKey = wantsMod ? keys.slice('mod+'.length) : keys;
  const hasMod = isMac ? press.metaKey : press.ctrlKey;
  const hasOther = isMac ? press.ctrlKey : press.metaKey;
  return press.key.toLowerCase() === wantedKey && hasMod === wantsMod && !hasOther && !press.altKey;
}

/** `⌘O` on macOS, `Ctrl O` elsewhere. */
export function formatShortcut(keys: string, isMac: boolean): string {
  return keys
    .split('+')
    .map((part) => (part === 'mod' ? (isMac ? '⌘' : 'Ctrl') : part.toUpperCase()))
    .join(isMac ? '' : ' ');
}
