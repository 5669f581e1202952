/** Why the person who is called is not on the line: somebody else has taken over, or it is only a bad moment. */
export type Absence = 'replaced' | 'away';

const colleague = '(?:the|our) (?:\\p{L}+ )?(?:manager|owner|boss|caretaker|secretary|colleague)';
const relative = '(?:my|our|the) (?:\\p{L}+ )?(?:wife|husband|partner|mother|father|mum|mom|dad|son|daughter|parents)';
const titled = '(?:mr|mrs|ms|miss|dr)\\.? \\p{L}+';
const is = "(?:['’]?(?:s|re)| is| are)(?: \\p{L}+ly)?(?: still| just| currently)?";

/** "She no longer works here", "this is reception", "I took over from him" */
const replacedPattern = new RegExp(
  [
    `\\b(?:he|she|they|${titled}|${colleague}) (?:no longer works?|do(?:es)?(?:n['’]?t| not) work)(?: any ?more)? (?:here|for us|with us)\\b`,
    `\\b(?:he|she) (?:no longer works|does(?:n['’]?t| not) work any ?more)\\W*$`,
    `\\b(?:this is|you['’]?(?:ve| have) (?:reached|got)|you['’]?re through to) (?:the )?(?:reception|switchboard|front desk|main office|(?:his|her|their) (?:secretary|assistant|office|replacement|successor))\\b`,
    `\\bi(?:['’]?m| am|['’]?ve| have)? (?:(?:his|her|their|the) (?:replacement|successor)|(?:took|taken) over from (?:him|her|them)|replaced (?:him|her|them))\\b`,
  ].join('|'),
  'iu',
);

/** Matches that somebody has left: "Martin left us in the summer", "she has retired". */
const matchLeaving = (person: string) =>
  new RegExp(
    `\\b(?:${person})(?:['’]?s| has| have|['’]ve)? (?:already |just )?(?:left (?:us|here|the (?:company|firm|office|business|job))(?! (?:an?|some|the|with|without|no|in the (?:cold|dark|lurch))\\b)|retired|changed jobs|moved to another (?:job|company|firm|department|office))\\b`,
    'iu',
  );

/** "He's in hospital", "she is at work until five", "my husband is asleep" */
const awayPattern = new RegExp(
  `\\b(?:he|she|they|${relative}|${colleague})${is} (?:out|away|asleep|sleeping|abroad|busy|working|at (?:work|school|college|the \\p{L}+)|not (?:in|here|home|at home|back|around|available)|in (?:the |a )?(?:hospital|infirmary|bed|bath|shower|meeting|garden)|on (?:a |his |her |their )?(?:holiday|vacation|leave|break|lunch|shift|the other line))\\b(?! (?:of|the number)\\b)`,
  'iu',
);

/** Returns why somebody else answers the call; null if a text says nothing about it. `asked` is what the agent said last, with the name of the person. */
export function findAbsence(text: string, asked: string): Absence | null {
  const names = asked.match(/\p{Lu}\p{Ll}{2,}/gu) ?? [];
  const leaving = matchLeaving(['he', 'she', titled, colleague, ...names].join('|'));
  if (replacedPattern.test(text) || leaving.test(text)) return 'replaced';
  return awayPattern.test(text) ? 'away' : null;
}

/** "Hold on, I'll put you through", "John, it's for you" */
const handsOverPattern =
  /\b(?:(?:put|pass|transfer|connect|hand) (?:you|the (?:phone|call)) (?:through\b|over\b|(?:over |on )?to (?:him|her|them|my|our|the (?!list\b))|on\W*$)|i(?:['’]?ll| will| can|['’]?m going to)? (?:just )?(?:get|fetch|find|call) (?:him|her|them|my \p{L}+) for you|(?:get|fetch|find) (?:him|her|them) (?:now|to the phone)|(?:it['’]?s|phone) for you\b(?! to\b)|transfer you\b|connect you\b)/iu;
const refusalPattern = /\b(?:ca|could|wo|would|do)n['’]?t\b|\bcannot\b|\bnot\b|\bbefore i\b|\bwithout\b/i;

/** Whether a text passes the call on to somebody else. */
export const handsCallOver = (text: string): boolean => handsOverPattern.test(text) && !refusalPattern.test(text);
