const typedWords: ReadonlyMap<string, string> = new Map([
  ['k', 'ok'],
  ['kk', 'ok'],
  ['y', 'yes'],
  ['n', 'and'],
  ['ta', 'thanks'],
  ['cya', 'see you'],
  ['ttyl', 'talk to you later'],
  ['gtg', 'I have to go'],
  ['idk', 'I do not know'],
  ['nvm', 'never mind'],
  ['lol', ''],
  ['mhm', 'yes'],
  ['aye', 'yes'],
  ['owt', 'anything'],
  ['nowt', 'nothing'],
  ['uhuh', 'yes'],
  ['thx', 'thanks'],
  ['ty', 'thank you'],
  ['pls', 'please'],
  ['plz', 'please'],
  ['u', 'you'],
  ['ur', 'your'],
  ['r', 'are'],
  ['tmrw', 'tomorrow'],
  ['tmr', 'tomorrow'],
]);

/** Writes out the abbreviations that are typed: "k" and "thx". A spelled word such as "j-o-y" stays. */
export function writeOut(text: string): string {
  if (/^\W*n\W*$/i.test(text)) return 'no';
  if (/@|\bdot\b|\b\w[- ]\w[- ]\w\b/i.test(text)) return text;
  return text.replaceAll(
    /(?<![\p{L}\p{N}'’-])\p{L}{1,4}(?![\p{L}\p{N}'’-])/gu,
    (word) => typedWords.get(word.toLowerCase()) ?? word,
  );
}

/** How people ask, and how documents answer: for a case, a price or a duration. */
const plainQuestions: readonly (readonly [RegExp, string])[] = [
  // "No, you know what, we'll take it" refuses nothing.
  [/^\W*no,? (?=(?:you know what|(?:i['’]?ll )?tell you what)\b)/gi, ''],
  [
    /\b(?:(?:let['’]?s )?(?:say|suppose|supposing|imagine|assume)|if) (?:that )?([^.?!]{3,120}?),? (?:and )?(?:what then|then what|what happens then)\b/gi,
    'what happens if $1',
  ],
  [
    /^\W*(?:(?:and|so|ok|okay),? )?how much(?: (?:is|are) (?:it|that|they|those|one(?: of (?:them|those|these))?))?\W*$/gi,
    'how much does it cost',
  ],
  [
    /\bwhat(?:['’]?(?:s|ll)| is| will| would| do(?:es)?)? (?:it|that|this|they)(?: all)?(?: (?:be|come to|set me back|run (?:me|to))|(?= (?:per|each|a (?:head|person|month|year|week|day))\b))/gi,
    'how much does it cost',
  ],
  [
    /\bwhat (?:do|will|would|must|should) (?:i|you) (?:pay|owe|charge|spend|want for (?:it|that|this))\b/gi,
    'how much does it cost',
  ],
  [
    /^\W*(?:what(?: is|['’]?s) (?:the |your )?(?:first thing|earliest)|(?:the |your )?earliest (?=you\b))(?: (?:you )?(?:got|have|do|can do|possible))?\W*$/gi,
    'when do you start',
  ],
  [
    /(?<!\b(?:it|that|this|they|those) )\b(?:is|are) (?:it|that|this|they|those) (?:very |really |that |too )?(?:dear|expensive|pricey|costly)\b|\bwhat (?:are|do) you charg(?:e|ing)\b(?! (?:for|per|an?|the)\b)|\b(?:remind|tell) me what it is(?= (?:per\b|an?\b|for (?:one|two|\d|an?|the)\b))/gi,
    'how much does it cost',
  ],
  [/\bwhat(?:['’]?s| is| would be) the (?:damage|bill)\b/gi, 'how much does it cost'],
  [
    /\b(?:remind|tell) me (?:again )?(when|where|how much|what time) (?:that|it|this|they) (is|are|was|were)\b/gi,
    '$1 $2 it',
  ],
  [
    /\bhow much (?:are )?we talking\b|\b(?:just )?(?:give|tell|quote) (?:me|us) (?:a|the|your) (?:rough )?price\b(?! ?list)/gi,
    'how much does it cost',
  ],
  [
    /\bwhat (do|does|did|will|would|must|should) (\p{L}+ (?:\p{L}+ly )?(?:pay|owe|charge|spend))\b/giu,
    'how much $1 $2',
  ],
  [
    /\bhow long (?:will|would|is|are) (?:he|she|it|they|you|that|this) (?:be|gonna be|going to be)\b/gi,
    'how long does it take',
  ],
];

/** Asks as documents answer: "what's the damage" becomes "how much does it cost". */
export const writePlainQuestions = (text: string) =>
  plainQuestions.reduce((written, [pattern, plain]) => written.replaceAll(pattern, plain), text);
