/** The characters of fonts whose codes are not Unicode, as pairs of a first code and the characters from there on. */
type CodeTable = readonly (readonly [first: number, characters: string])[];

/** Appendix D.6 of ISO 32000-2, without the parts of large brackets. */
const symbol: CodeTable = [
  [0x22, '∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_'],
  [0x61, 'αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼'],
  [0xa0, '€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…'],
  [0xbf, '↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑'],
  [0xf1, '〉∫'],
];
const wingdings: CodeTable = [
  [0x22, '✂'],
  [0x28, '☎✆✉'],
  [0x45, '☜☞☝☟'],
  [0x4a, '☺'],
  [0x4c, '☹'],
  [0x6c, '●❍■☐❐❑❒◆◆◆❖◆☒'],
  [0x80, '⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿'],
  [0x9e, '·•'],
  [0xa1, '○'],
  [0xa4, '◉◎'],
  [0xa7, '▪☐'],
  [0xab, '★'],
  [0xd8, '➢'],
  [0xdf, '←→↑↓↖↗↙↘←➔↑↓'],
  [0xef, '⇦⇨⇧⇩⬄⇳'],
  [0xfb, '✗✓☒☑'],
];
const wingdings2: CodeTable = [
  [0x4f, '✗✓☒☑☒☒'],
  [0x97, '●'],
  [0xa2, '■☐'],
];
const webdings: CodeTable = [
  [0x61, '✓'],
  [0x63, '☐'],
  [0x67, '■'],
  [0x6e, '●'],
  [0x72, '✗'],
];

/** Appendix D.7 of ISO 32000-2. */
const zapfDingbats: CodeTable = [
  [0x21, '✁✂✃✄☎✆✇✈✉☛☞✌✍✎✏✐✑✒✓✔✕✖✗✘✙✚✛✜✝✞✟✠✡✢✣✤✥✦✧★✩✪✫✬✭✮✯✰✱✲✳✴✵✶✷✸✹✺✻✼✽✾✿❀❁❂❃❄❅❆❇❈❉❊❋●❍■❏❐❑❒▲▼◆❖◗❘❙❚❛❜❝❞'],
  [0xa1, '❡❢❣❤❥❦❧♣♦♥♠①②③④⑤⑥⑦⑧⑨⑩❶❷❸❹❺❻❼❽❾❿➀➁➂➃➄➅➆➇➈➉➊➋➌➍➎➏➐➑➒➓➔→↔↕➘➙➚➛➜➝➞➟➠➡➢➣➤➥➦➧➨➩➪➫➬➭➮➯'],
  [0xf1, '➱➲➳➴➵➶➷➸➹➺➻➼➽➾'],
];

/** By the start of the font name, without the prefix of a subset. The first match counts. */
const fonts: readonly (readonly [name: RegExp, codes: ReadonlyMap<number, string>])[] = [
  [/^wingdings[ -]?[23]/i, toMap(wingdings2)],
  [/^wingdings/i, toMap(wingdings)],
  [/^webdings/i, toMap(webdings)],
  [/^(?:itc)?zapf ?dingbats/i, toMap(zapfDingbats)],
  [/^symbol(?!a)/i, toMap(symbol)],
];
const unnamedCodes: ReadonlyMap<number, string> = new Map([...toMap(wingdings), [0xb7, '•'], [0xa3, '☐']]);

function toMap(table: CodeTable): ReadonlyMap<number, string> {
  return new Map(
    table.flatMap(([first, characters]) => [...characters].map((character, at) => [first + at, character])),
  );
}

/** Returns the codes of a symbol font, or null for a font of letters. */
export function findSymbolCodes(fontName: string): ReadonlyMap<number, string> | null {
  const name = fontName.replace(/^[A-Z]{6}\+/, '');
  return fonts.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}

/** Old-style digits and small capitals of Adobe fonts. */
const adobeRanges = [
  [0xf730, 0xf739, 0x30],
  [0xf761, 0xf77a, 0x61],
] as const;
const adobeCharacters: ReadonlyMap<number, string> = new Map([
  [0xf6d9, '©'],
  [0xf6da, '®'],
  [0xf6db, '™'],
  [0xf8e8, '®'],
  [0xf8e9, '©'],
  [0xf8ea, '™'],
  [0xf8ff, ''],
]);

/** Returns what a character of the private use area means in common fonts, or null. */
export function readPrivateCharacter(code: number, symbolCodes: ReadonlyMap<number, string> | null): string | null {
  const range = adobeRanges.find(([first, last]) => code >= first && code <= last);
  if (range) return String.fromCharCode(code - range[0] + range[2]);
  const known = adobeCharacters.get(code);
  if (known !== undefined) return known;
  // Word writes the code of a symbol as U+F000 plus the code.
  if (code < 0xf020 || code > 0xf0ff) return null;
  return (symbolCodes ?? unnamedCodes).get(code - 0xf000) ?? null;
}
