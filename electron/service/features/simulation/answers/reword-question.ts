type Rewording = readonly [words: string, plain: string];

/** Rewords whole words of any case, one after the other. */
function createRewriter(rewordings: readonly Rewording[]): (text: string) => string {
  const patterns = rewordings.map(
    ([words, plain]) => [new RegExp(`(?<!\\w)(?:${words})(?!\\w)`, 'gi'), plain] as const,
  );
  return (text) =>
    patterns.reduce((written, [pattern, plain]) => written.replaceAll(pattern, plain), text).replaceAll(/ {2,}/g, ' ');
}

/**
 * Returns a question without words that a document would not use, and without contractions: these are often typed without their apostrophe,
 * and documents have the whole words. "Where even is that", "what exactly do I get then".
 */
export const writePlainly = createRewriter([
  [
    '(?<=\\S )(?:even|actually|exactly|really|though|tho|anyway|then|again|still|on earth|the hell|please)(?! (?:if|when)\\b)',
    '',
  ],
  ["(what|where|who|how|that|there|he|she)['’]?s", '$1 is'],
  ["i['’]?m", 'I am'],
  ["(i|you|we|they)['’]?ve", '$1 have'],
  ["(can|do|does|did|is|are|was|were|has|have|could|would|should|must)(?:n|(?<=can))['’]?t", '$1 not'],
]);

const it = '(?:it|this|that)';
const adult =
  '(?:son|lad|wife|husband|hubby|mum|mom|mother|dad|father|brother|sister|neighbou?r|friend|mate|partner|uncle|aunt)';
const child = '(?:little ones?|kids?|toddler|baby|daughter|son|child(?:ren)?)';
const cancel = `(?:chicken out|back out|bail(?: out)?|pull out|call ${it} off|get out of ${it})`;

/** What people say, and how documents call it. */
const reword = createRewriter([
  [
    `what (?:happens )?if (?:i|we) (?:just )?(?:do nothing|do(?: not|n['’]?t) (?:do anything|reply|answer|sign)|ignore ${it})`,
    'what happens without it',
  ],
  [
    "what (?:happens )?if (?:i|we) (?:can ?not|can['’]?t|do(?: not|n['’]?t)) (?:make it|come)|what (?:happens )?if (?:i|we) change (?:my|our) minds?",
    'what happens if I cancel',
  ],
  [cancel, 'cancel'],
  [`bit by bit|(?:in|by) (?:bits|chunks|stages|goes)|a bit at a time|spread ${it} out`, 'in parts'],
  [`(?:my|our|his|her) (?:\\w+ )?${child}(?=.{0,40} (?:pay|free|come|along|bring|too|allowed))`, 'children'],
  [`(?:my|our|his|her|the) ${adult}(?: in law)?`, 'someone else'],
  ['(?:gonna|going to) cost (?:me|us) .*|cost (?:me|us) (?:anything|extra)', 'is it free'],
  [
    `(?:do|must|will|would|does|should) (?:i|we|he|she|they) (?:have to )?pay(?: for ${it}| too| extra| anything)?\\W*$`,
    'is it free',
  ],
  [`who pays(?: for ${it})?\\W*$`, 'is it free'],
  [
    '(?:is|does|do) (?:it|this|that|they) (?:come )?(?:on top|extra|thrown in)(?: or(?: not)?)?\\W*$',
    'does it cost extra',
  ],
  ['how much\\W*$', 'how much does it cost'],
  ["who(?: is|['’]?s) (?:liable|responsible)", 'are you insured'],
  ['^.*\\b(?:wheelchair|pram|buggy|crutches|walking frame|rollator)\\b.*$', 'are there steps or a lift'],
  ['(?:which|what) days do you (?:do|work|come).*|how (?:late|early) (?:are|do) you.*', 'what are your opening hours'],
  ['(?:what time|when) do you (?:start|begin|open|close|finish).*', 'what are your opening hours'],
  ['for nothing', 'for free'],
  [
    '(?:talk|speak|connect|link)s? (?:to|with)(?! (?:me|us|you|him|her|them|some\\w*|any\\w*|an?|the|my|your)\\b)',
    'work with',
  ],
  ['(?:turn|show)s? up', 'come'],
  ['(?<!(?:what time|when|where) .*)(have to|has to|must|needs? to) be (?:in|there)', '$1 be at home'],
  ['poorly|sick|under the weather', 'ill'],
  ['what (?:would|will|do) (?:i|we) (?:be on|earn|make)', 'how much is the pay'],
  ['(?:smash|break|wreck|scratch)(?:es|ed)?', 'damage'],
]);

/** Returns a question in other words, in which a document may answer it; null if it has none of ours. */
export function rewordQuestion(question: string): string | null {
  const reworded = reword(question);
  return reworded === question ? null : reworded;
}
