/** E.164 syntax: `+`, then 7 to 15 digits, the first of which is not zero. */
export const recipientNumberPattern = /^\+[1-9]\d{6,14}$/;

/** Removes separators between digits: `00 44 (20) 7946-0018` becomes `+442079460018`. */
export function normalizePhoneNumber(input: string): string {
  return input
    .normalize('NFKC')
    .replaceAll(/[\s().\-/\u2010-\u2015\u00a0\u2060\u200b]/g, '')
    .replace(/^00(?=[1-9])/, '+');
}
