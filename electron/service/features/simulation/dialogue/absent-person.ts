/** Why the person who is called is not on the line: another one has taken over, or it is only a bad moment. */
export type Absence = 'replaced' | 'away';

const relation =
  '(?:he|she|they|(?:my|our|the) (?:\\p{L}+ )?(?:wife|husband|partner|mother|father|mum|mom|dad|son|daughter|boss|manager|colleague|owner|caretaker|parents))';
const person = `(?:${relation}|(?!(?:it|that|there|what|who|where|this|here|i|one)\\b)\\p{L}{3,})`;
const is = "(?:['’]?(?:s|re)| is| are)(?: \\p{L}+ly)?(?: still| just| currently)?";

/** "Martin left us in the summer", "she no longer works here", "this is reception" */
const replacedPattern = new RegExp(
  [
    `\\b${person}(?:['’]?s| has| have|['’]ve)? (?:already )?(?:left (?:us|here|the (?:company|firm|office|business|job))|retired|changed jobs|moved to another (?:job|company|firm|department|office))\\b`,
    `\\b${person} (?:no longer works?|does(?:n['’]?t| not) work|do(?:n['’]?t| not) work)\\b.*\\b(?:here|us|any ?more|any longer|now)\\b`,
    `\\b(?:this is|you['’]?(?:ve| have) (?:reached|got)|you['’]?re through to) (?:the )?(?:reception|switchboard|front desk|main office|(?:his|her|their) (?:secretary|assistant|office|replacement|successor))\\b`,
    `\\bi(?:['’]?m| am|['’]?ve| have)? (?:(?:his|her|their|the) (?:replacement|successor)|(?:took|taken) over from (?:him|her|them)|replaced (?:him|her|them))\\b`,
  ].join('|'),
  'iu',
);

/** "He's in hospital", "she is at work until five", "my husband is asleep" */
const awayPattern = new RegExp(
  `\\b${relation}${is} (?:out|away|asleep|sleeping|abroad|busy|working|at (?:work|school|college|the \\p{L}+)|not (?:in|here|home|at home|back|around|available)|in (?:the |a )?(?:hospital|infirmary|bed|bath|shower|meeting|garden)|on (?:a |his |her |their )?(?:holiday|vacation|leave|break|lunch|shift|the other line))\\b(?! (?:of|the number)\\b)`,
  'iu',
);

/** Returns why somebody else answers the call; null if a text says nothing about it. */
export function findAbsence(text: string): Absence | null {
  if (replacedPattern.test(text)) return 'replaced';
  return awayPattern.test(text) ? 'away' : null;
}

/** "Hold on, I'll put you through", "John, it's for you" */
const handsOverPattern =
  /\b(?:(?:put|get|pass|transfer|connect|hand) (?:you|the (?:phone|call)) (?:through\b|over\b|(?:over |on )?to (?:him|her|them|my|our|the)\b|on\W*$)|i(?:['’]?ll| will| can|['’]?m going to)? (?:just )?(?:get|fetch|find|call) (?:him|her|them|my \p{L}+) for you|(?:get|fetch|find) (?:him|her|them) (?:now|to the phone)|(?:he|she|they)(?:['’]?s|['’]?re| is| are) (?:just )?coming(?: now)?\W*$|(?:it['’]?s|phone) for you\b|transfer you|put you through|connect you)/iu;

/** Whether a text passes the call on to somebody else. */
export const handsCallOver = (text: string): boolean => handsOverPattern.test(text);
