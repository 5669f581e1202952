/** The characters of the encoding T1 of TeX (Cork) that differ from those with the same code in Latin-1, by their first code. */
const ranges: readonly (readonly [first: number, characters: readonly string[]])[] = [
  [0x0d, [...'‚‹›“”„«»–—']],
  [0x19, ['ı', 'j', 'ff', 'fi', 'fl', 'ffi', 'ffl']],
  [0x7f, ['-']],
  [0x80, [...'ĂĄĆČĎĚĘĞĹĽŁŃŇŊŐŔŘŚŠŞŤŢŰŮŸŹŽŻ', 'IJ', ...'İđ§ăąćčďěęğĺľłńňŋőŕřśšşťţűůÿźžż', 'ij', ...'¡¿£']],
  [0xd7, ['Œ']],
  [0xdf, ['SS']],
  [0xf7, ['œ']],
  [0xff, ['ß']],
];
const characters: ReadonlyMap<string, string> = new Map(
  ranges.flatMap(([first, listed]) =>
    listed.map((character, at): [string, string] => [String.fromCodePoint(first + at), character]),
  ),
);

/** Returns the text of a code in a font of TeX with the encoding T1. */
export function readTexCode(code: string): string {
  return characters.get(code) ?? code;
}

/** A font of TeX that only has symbols (TS1) has the euro sign at the code of another sign. */
const symbols = /^[\s\u0088°©®±²³µ·¹¼½¾¿§¶]+$/u;

/** Whether a TeX font has codes of symbols only. */
export function areTexSymbols(codes: string): boolean {
  return symbols.test(codes);
}

/** Returns the text of a code in a font of TeX that only has symbols. */
export function readTexSymbol(code: string): string {
  return code === '¿' ? '€' : code;
}
