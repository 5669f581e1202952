import type { ClassifiedPart, YesNoProbabilities } from './classify-turns.ts';

type YesNo = 'yes' | 'no';

type SaidTurn = {
  readonly text: string;
  readonly parts: readonly ClassifiedPart[];
  /** What the model says of the turn as an answer to the question; null if it says nothing. */
  readonly yesNoProbabilities: YesNoProbabilities | null;
};

/** The least probability of what a part means, and of an answer whose parts do not show what it means. */
const minMeaning = 0.45;
const minProbability = 0.6;

/** Returns whether a turn answers a question with yes or no; null if it does neither. */
export function readYesNoAnswer(question: string, { text, parts, yesNoProbabilities }: SaidTurn): YesNo | null {
  return (
    (refusesVerb(question, text) ? 'no' : null) ??
    readYesNo(parts) ??
    readEcho(question, text) ??
    (ownerQuestionPattern.test(question) ? readOwnership(text) : null) ??
    (yesNoProbabilities === null ? null : judge(parts, yesNoProbabilities))
  );
}

/** "I don't have a dog, I have two cats" refuses nothing. */
const vagueVerbs: ReadonlySet<string> = new Set([
  'want',
  'like',
  'think',
  'have',
  'know',
  'make',
  'need',
  'feel',
  'mind',
]);

/** "In that case I won't renew it" answers "Would you like to renew your subscription?" */
function refusesVerb(question: string, text: string): boolean {
  if (/\b(?:yes|yeah|yep|but|until|till|before|any (?:earlier|later|sooner))\b/i.test(text)) return false;
  const asked =
    /\b(?:do|does|did|will|would|can|could|may|shall|are|to) (?:you |we |us )?(?:like (?:us )?(?:to )?|want (?:us )?(?:to )?|still |ever )?(\p{L}{4,})/iu.exec(
      question,
    )?.[1];
  return (
    asked !== undefined &&
    !vagueVerbs.has(asked.toLowerCase()) &&
    new RegExp(
      `\\bi (?:wo|do|ca|would|did|could)n['’]?t (?:(?:want|wish|like|plan|mean) to )?${asked}(?: (?:it|that|them|this)\\b|\\W*$|[,.;])`,
      'iu',
    ).test(text)
  );
}

/** "The landlord won't have it" says no; "I'd have to ask my wife" and "take me off your list" are no answers. */
function judge(parts: readonly ClassifiedPart[], yesNoProbabilities: YesNoProbabilities): YesNo | null {
  const isRemark = parts.some((part) => sum(part, [...refusingMeanings, ...hesitantMeanings]) > minMeaning);
  if (isRemark || parts.length === 0 || parts.some(({ text }) => conditionPattern.test(text))) return null;
  const likely = yesNoProbabilities.yes > yesNoProbabilities.no ? 'yes' : 'no';
  return yesNoProbabilities[likely] >= minProbability ? likely : null;
}

/** "He is well, thanks" and "he isn't that well" answer "Is your pet well at the moment?" */
function readEcho(question: string, text: string): YesNo | null {
  const asked = /\b(?:is|are|was|were) (?:(?:your|the|all|that|this) )?\p{L}+ (?:still |already )?(\p{L}{4,})\b/iu.exec(
    question,
  )?.[1];
  if (asked === undefined) return null;
  const echo = new RegExp(
    `\\b(?:is|are|am|was|were|(?:is|are|was|were)n['’]?t|['’]?s|['’]?re|['’]?m|he|she|it|they|we|i)(?: [\\p{L}'’]+){0,2} ${asked}\\b`,
    'iu',
  );
  const found = echo.exec(text)?.[0];
  if (found === undefined) return null;
  return /\bnot?\b|n['’]?t\b|\bnever\b|\bno longer\b|\bhardly\b/i.test(found) ? 'no' : 'yes';
}

const ownerQuestionPattern = /\bown(?:ers?|s)?\b/i;

/** "We rent" and "it's paid off" answer "Do you own the house?" */
function readOwnership(text: string): YesNo | null {
  if (/\b(?:rent(?:s|ed|ing)?|tenants?|landlord(?:['’]?s)?|leas(?:e|ing))\b/i.test(text)) return 'no';
  return /\b(?:paid (?:it )?off|mortgage|bought|(?:it['’]?s|is|are) (?:ours|mine)|half of it|belongs? to (?:me|us))\b/i.test(
    text,
  )
    ? 'yes'
    : null;
}

const yesMeanings = ['confirm'] as const;
const refusingMeanings = ['not_interested', 'cancel', 'do_not_call'] as const;
const noMeanings = ['deny', ...refusingMeanings] as const;
const hesitantMeanings = ['busy', 'withhold', 'undecided', 'price_objection', 'distrust'] as const;

const sum = ({ probabilities }: ClassifiedPart, meanings: readonly (keyof ClassifiedPart['probabilities'])[]) =>
  meanings.reduce((total, meaning) => total + probabilities[meaning], 0);

/**
 * Returns `yes` or `no`; null if a turn says neither. The words "yes" and "no" decide. Otherwise what follows takes back what sounded like a yes:
 * "sounds nice, but I don't have time".
 */
export function readYesNo(parts: readonly ClassifiedPart[]): YesNo | null {
  const telling = parts.filter(
    ({ text }) => !text.trim().endsWith('?') && !conditionPattern.test(text) && !heardPattern.test(text),
  );
  for (const { text } of telling) {
    const word = readYesNoWord(text);
    if (word) return word;
  }
  let answer: YesNo | null = null;
  for (const part of telling) {
    const [yes, no] = [sum(part, yesMeanings), sum(part, noMeanings)];
    if (no > Math.max(yes, minMeaning)) return 'no';
    if (yes > minMeaning) answer = 'yes';
    else if (sum(part, hesitantMeanings) > minMeaning) answer = null;
  }
  return answer;
}

/** "If I say yes" agrees to nothing yet. */
const conditionPattern = /^\W*(?:(?:and|but|so|ok(?:ay)?) )?(?:if|suppos(?:e|ing)|unless)\b/i;

/** "Got it, thank you. Bye" has only heard the answer. */
const heardPattern =
  /^\W*(?:(?:oh|ah|ok(?:ay)?|right|all right|great),? )?(?:(?:i(?:['’]ve)? )?got (?:it|that)|(?:that['’]s )?good to know|i (?:see|understand)|understood|noted|(?:that )?makes sense|that helps|interesting)(?:,? (?:thanks|thank you)(?: very much| a lot)?)?\W*$/i;

function readYesNoWord(text: string): YesNo | null {
  const said = text.replace(/^\W*(?:(?:as|like) )?i(?:['’]ve| have)? (?:just )?(?:already )?said\b/i, '');
  if (/^\W*(?:yes|yep|yeah|yup|sure)\b/i.test(said)) return 'yes';
  if (
    /\w no\W*$|^\W*(?:no|nope|nah)\b(?!,? (?:problem|worries|idea|clue|doubt|wait|hang on|hold on|i mean|more|less|later|earlier) ?\b(?!that))/i.test(
      said,
    )
  )
    return 'no';
  const verb = shortAnswerPattern.exec(text)?.[1];
  if (verb !== undefined) return /n['’]?t$/i.test(verb) ? 'no' : 'yes';
  return /\b(?:yes|yeah|yep)\b/i.test(text) && !/\bno\b|\bnot\b|n['’]t\b/i.test(text) ? 'yes' : null;
}

/** "They should have", "I think it does", "we don't" */
const shortAnswerPattern =
  /^(?:\W|\b(?:well|oh|um|er|i think|i guess|i suppose|i believe|as far as i know)\b)*(?:i|we|he|she|it|they|there) ((?:do|does|did|have|has|had|is|are|was|were|can|could|will|would|should)(?:n['’]?t)?)(?: (?:do|have|be|indeed|so))?(?: (?:thanks|i think))?\W*$/i;

/** Matches words that only show that something was heard. */
const noticePattern = /^\W*(?:ok(?:ay)?|k|all ?right|right|fine)\W*$/i;

/** Whether a turn only ends the call: "Okay. Bye." can agree to something, but answers no question about a fact. */
export function isOnlyGoodbye(parts: readonly ClassifiedPart[]): boolean {
  const hasGoodbye = parts.some(({ meaning }) => meaning === 'goodbye');
  return hasGoodbye && parts.every(({ meaning, text }) => leavingMeanings.has(meaning) || noticePattern.test(text));
}

/** Whether parts only show that something was heard. */
export const isOnlyNotice = (parts: readonly ClassifiedPart[]): boolean =>
  parts.length > 0 && parts.every(({ text }) => noticePattern.test(text));

const leavingMeanings: ReadonlySet<ClassifiedPart['meaning']> = new Set(['goodbye', 'thanks']);
