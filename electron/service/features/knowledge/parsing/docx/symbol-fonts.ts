/** Characters of a font by code: each entry has the first code and the characters from there. A space has no character. */
type FontTable = readonly (readonly [code: number, characters: string])[];

const symbol: FontTable = [
  [0x21, '!∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼'],
  [0xa0, '€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊⟨®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪'],
  [0xf1, '⟩∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭'],
];
const wingdings: FontTable = [
  [
    0x21,
    '✏✂✁👓🔔📖🕯☎✆✉✉📪📫📬📭📁📂📄📄📄🗄⌛⌨🖱🖲🖥🖴💾💾✇✍✍✌👌👍👎☜☞☝☟✋☺😐☹💣☠⚑⚐✈☼💧❄✝✞✝✠✡☪☯ॐ☸♈♉♊♋♌♍♎♏♐♑♒♓&&●❍■☐☐❑❒⬧⧫◆❖⬥☒⮹⌘❀✿“”',
  ],
  [0x80, '⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿'],
  [0x9e, '·•▪○◉◉◉◎○▪☐▲✦★✶✴✹✵'],
  [0xb7, '🕐🕑🕒🕓🕔🕕🕖🕗🕘🕙🕚🕛'],
  [0xd8, '➢'],
  [0xdf, '←→↑↓↖↗↙↘←→↑↓↖↗↙↘⇦⇨⇧⇩⬄⇳⬁⬀⬃⬂▫▫✗✓☒☑'],
];
const wingdings2: FontTable = [
  [0x4f, '✗✓☒☑☒☒'],
  [0x95, '••●●'],
  [0xa3, '☐'],
];
const wingdings3: FontTable = [
  [0x66, '←→↑↓'],
  [0x70, '▲▼△▽◀▶◁▷'],
  [0x7d, '▶'],
];
const webdings: FontTable = [
  [0x61, '✓'],
  [0x63, '☐'],
  [0x67, '■'],
  [0x69, 'ℹ'],
  [0x6e, '●'],
  [0x72, '✗'],
];

const fonts: ReadonlyMap<string, ReadonlyMap<number, string>> = new Map(
  Object.entries({ symbol, wingdings, 'wingdings 2': wingdings2, 'wingdings 3': wingdings3, webdings }).map(
    ([name, table]) => [
      name,
      new Map(
        table.flatMap(([code, characters]) => [...characters].map((char, index) => [code + index, char] as const)),
      ),
    ],
  ),
);

/** Codes of symbol fonts are stored in the private use area (ECMA-376 part 1, 17.3.3.30). */
const privateUseStart = 0xf000;
const privateUseEnd = 0xf8ff;
const surrogatesStart = 0xd800;
const maxCodePoint = 0x10_ffff;
const privateUsePattern = /[\uf020-\uf0ff]/;

export function isSymbolFont(font: string): boolean {
  return fonts.has(font.toLowerCase());
}

/** Returns the Unicode character that a font shows for a code, if it is known. A code outside the range of symbol fonts is Unicode. */
export function findSymbol(font: string, code: number): string | undefined {
  const isUnicode = code > 0xff ? code < surrogatesStart || code > privateUseEnd : code > 0x9f && !isSymbolFont(font);
  if (isUnicode) return code > maxCodePoint ? undefined : String.fromCodePoint(code);
  return fonts.get(font.toLowerCase())?.get(code >= privateUseStart ? code - privateUseStart : code);
}

/** Returns the text that a run shows in its font, and how many of its characters are not known. */
export function readSymbols(text: string, font: string): { readonly text: string; readonly unknownCount: number } {
  const isSymbols = isSymbolFont(font);
  if (!isSymbols && !privateUsePattern.test(text)) return { text, unknownCount: 0 };
  let unknownCount = 0;
  const characters = [...text].map((char) => {
    // The font has no other characters, so Word shows those in another font.
    const isCode = privateUsePattern.test(char) || (isSymbols && char <= '\u00ff');
    if (/\s/.test(char) || !isCode) return char;
    const found = findSymbol(isSymbols ? font : 'symbol', char.codePointAt(0) ?? 0);
    if (found === undefined) unknownCount += 1;
    return found ?? '';
  });
  return { text: characters.join(''), unknownCount };
}
