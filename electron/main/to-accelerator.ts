const acceleratorParts: Readonly<Record<string, string>> = { mod: 'CmdOrCtrl', shift: 'Shift', plus: 'Plus' };

/**
 * Returns the keys as an Electron accelerator. Returns null for keys without `mod`: as an accelerator, a single character
 * could no longer be typed into a text field.
 */
export function toAccelerator(keys: string | null): string | null {
  if (!keys?.startsWith('mod+')) return null;
  return keys
    .split('+')
    .map((part) => acceleratorParts[part] ?? part.toUpperCase())
    .join('+');
}
