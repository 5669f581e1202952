/** Spelled out, because a dot would end the sentence. */
const abbreviations: readonly (readonly [RegExp, string])[] = [
  [/\be\.\s?g\.,?/gi, 'for example,'],
  [/\bi\.\s?e\.,?/gi, 'that is,'],
  [/\betc\b\.?(?=\s+[A-Z]|\s*$)/gm, 'et cetera.'],
  [/\betc\b\.?/gi, 'et cetera'],
  [/\bvs\b\.?/gi, 'versus'],
  [/\bDr\.(?=\s)/g, 'Doctor'],
  [/\bMr\.(?=\s)/g, 'Mister'],
  [/\bMrs\.(?=\s)/g, 'Missus'],
  [/\bMs\b\.?(?=\s[A-Z])/g, 'Miz'],
  [/\bProf\.(?=\s)/g, 'Professor'],
  [/\bSt\.(?=\s[A-Z])/g, 'Saint'],
  [/\bNos?\.(?=\s?\d)/g, 'number'],
  [/\bapprox\./gi, 'approximately'],
  [/\bdept\./gi, 'department'],
  [/\bext\.(?=\s?\d)/gi, 'extension'],
  [/\bincl\./gi, 'including'],
  [/\bInc\.(?=,?\s[a-z])/g, 'Incorporated'],
  [/\bLtd\b\.?(?=,?\s[a-z])/g, 'Limited'],
  [/\bCo\.(?=,?\s[a-z])/g, 'Company'],
  [/\b(Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\.(?=\s\d)/g, '$1'],
  [/\bw\/o\b/gi, 'without'],
  [/\bw\/(?=\s)/gi, 'with'],
];

/** Acronyms that people spell, but that the synthesizer would read as a word. */
const acronymPattern =
  /\b(?:AI|API|ATM|CEO|CIO|COO|CTO|ETA|EU|FAQ|ID|IP|ISO|ISP|IVR|LAN|OS|OTP|QA|ROI|RSVP|SEO|SKU|SLA|SMS|SSO|UAE|UI|URL|US|UX|VAT|VIP|WAN)(?=s?\b)/g;

/** Symbols that are pronounced, and markup that is removed because the synthesizer would say `asterisk` and the like. */
const symbolReplacements: readonly (readonly [RegExp, string])[] = [
  [/<\/?[a-z][^<>]{0,200}>/gi, ' '],
  [/&(?:amp;)?/g, ' and '],
  [/\bC#/g, 'C sharp'],
  [/\bC\+\+/g, 'C plus plus'],
  [/#(?=\d)/g, 'number '],
  [/~(?=\s?\d)/g, 'about '],
  [/\b([A-Z])\/([A-Z])\b/g, '$1 $2'],
  [/\band\/or\b/gi, 'and or'],
  [/(?<=[A-Za-z]{2}) ?\/ ?(?=[A-Za-z]{2})/g, ' or '],
  [/(?<=\w) ?= ?(?=\w)/g, ' equals '],
  [/(?<=\w) ?\+ ?(?=\w)/g, ' plus '],
  [/(?<=\d)\+/g, ' plus'],
  [/(?<=\w)@(?=\w)/g, ' at '],
  [/(?<=\s)-+(?=\s)/g, ','],
  [/[<>{}[\]()|\\^*_#~="`@+\u00a3\u00a5\u00b0\u20ac\u20b9]/g, ' '],
  [/(?<!\d)\/|\/(?!\d)/g, ' '],
  [/[$%](?<!\d[$%])(?!\d)/g, ' '],
];

/** Spells out abbreviations, acronyms and symbols. */
export function normalizeAbbreviations(text: string): string {
  let normalized = text;
  for (const [pattern, replacement] of [...abbreviations, ...symbolReplacements])
    normalized = normalized.replaceAll(pattern, replacement);
  return normalized.replaceAll(acronymPattern, (letters) => [...letters].map((letter) => `${letter}.`).join(''));
}
