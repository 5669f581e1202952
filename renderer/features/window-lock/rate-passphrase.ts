/** Sets of characters of which each that is used makes guessing harder. */
const characterSets = [
  { pattern: /[a-z]/, size: 26 },
  { pattern: /[A-Z]/, size: 26 },
  { pattern: /\d/, size: 10 },
  { pattern: /[^a-zA-Z\d]/, size: 33 },
] as const;

const strongBits = 75;
const fairBits = 50;

/** Describes how hard a new passphrase is to guess, by its length and its characters. Repeated characters count half. */
export function describeStrength(passphrase: string): string {
  if (passphrase === '') return 'A few random words are best.';
  const alphabet = characterSets.reduce((sum, { pattern, size }) => sum + (pattern.test(passphrase) ? size : 0), 0);
  const distinct = new Set(passphrase).size;
  const bits = (distinct + (passphrase.length - distinct) / 2) * Math.log2(alphabet);
  if (bits >= strongBits) return 'Strength: strong.';
  return bits >= fairBits
    ? 'Strength: fair. Another word makes it strong.'
    : 'Strength: weak. A few random words are best.';
}
