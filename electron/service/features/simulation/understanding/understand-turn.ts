import { asksQuestion, removeLeadIn, splitTurn } from '../../../../../shared/calls/split-turn.ts';
import { countWords, normalizeLine } from '../../../platform/text-line.ts';
import { computeWordCoverage } from '../../knowledge/answers/word-coverage.ts';
import type { Expectation } from '../dialogue/dialogue-state.ts';
import { writeNumbersAsDigits } from '../../../platform/spoken/write-numbers.ts';
import { readTime, type SpokenTime } from '../../../platform/spoken/read-time.ts';
import { writeOut, writePlainQuestions } from './write-out-turn.ts';
import { writeTimes } from '../../../platform/spoken/write-times.ts';
import {
  conversationMeanings,
  type ClassifiedPart,
  type TurnClassifier,
  type TurnMeaning,
  type YesNoProbabilities,
} from './classify-turns.ts';

export type UnderstoodTurn = {
  readonly text: string;
  readonly parts: readonly ClassifiedPart[];
  /** Whether a part of the turn means this. */
  readonly has: (...meanings: readonly TurnMeaning[]) => boolean;
  /** What the recipient asks about the subject of the call, without words such as "one more thing". */
  readonly questions: readonly string[];
  /** The questions that are worded as questions. "At the counter, I don't do online" only sounds like one. */
  readonly clearQuestions: readonly string[];
  /** What the model says of it as an answer to the question for yes or no that was asked; null if it says nothing. */
  readonly yesNoProbabilities: YesNoProbabilities | null;
  /** Whether it has no words that can be understood. */
  readonly isUnclear: boolean;
};

const maxTurnLength = 600;
const maxParts = 8;
const maxQuestions = 3;

/** What is rare, or ends the call, needs more certainty. */
const minProbabilities: Partial<Record<TurnMeaning, number>> = {
  do_not_call: 0.5,
  wrong_person: 0.65,
  voicemail: 0.6,
  cancel: 0.45,
  not_interested: 0.4,
  goodbye: 0.4,
  off_topic: 0.4,
  already_said: 0.4,
  repeat: 0.45,
  source: 0.4,
  pause: 0.4,
};
const usualMinProbability = 0.3;

/** A goodbye has one of these, because a call must not end by mistake. */
const goodbyePattern =
  /\b(?:bye|goodbye|ciao|cheerio|hang(?:ing)? up|see y(?:ou|a)|so long|good ?night|take care|have a (?:\w+ )?(?:day|one|evening|weekend|time)|later|speak soon|talk soon|next time|(?:end|stop)(?:p?ing)? (?:this|the) call|let you go)\b/i;

const goodbyeEndPattern =
  /\b(?:bye|goodbye|good ?night|cheerio|ta[- ]ra|toodle(?:[- ]?(?:oo|pip|s))?|ciao|god bless(?: you)?|farewell|(?<=^\W*|[,.!] ?|\b(?:ok|okay|right) )(?:so long|take care|i['’]?m off(?: now| then)?)|see y(?:ou|a)(?: (?:on|at|in|the|then|there|next|\d+\w*|tomorrow|\w+day|later|soon)){0,4})\W*$/i;

/** Who has talked for a while says with one of these that there is no time: "got a toddler with us" tells something. */
const busyPattern =
  /\b(?:busy|(?:no|bad|good|have|got|the|more|n['’]?t) (?:time|moment|minute)|later|(?:call|ring|phone|try) (?:\w+ )?(?:me|us|back|again|tomorrow|on|in|at|after|then)|driving|meetings?|(?:at|still at) work|working|middle of|(?:right|just) now|gotta|(?:have|need|got) to (?:go|run|leave)|hurry|rush|cooking|dinner|asleep|sleeping|shower|not here|not in|away|out|can['’]?t (?:talk|speak)|(?:son|daughter|wife|husband|partner) (?:does|handles|deals))\b/i;

/** Matches words about another call: "I'm at work, try me later". */
export const laterCallPattern = /\b(?:call|ring|phone|try|later|back)\b/i;

/** A wish not to be called again has one of these, because it is kept for good: "stop interrupting me" is none. */
const doNotCallPattern =
  /\b(?:call|phon|ring|dial|contact|bother|harass|hear from|alone\b|peace\b|number|list|system|records|database|register|remove|delete|erase|unsubscribe|opt\b|(?:take|cross|strike) (?:me|us) off)/i;

/** "Please take us off your list" is clear, whatever the agent expects. */
const offTheListPattern =
  /\b(?:take|get|strike|cross|remove|delete) (?:me|us|(?:my|our|this) (?:name|number)) (?:off|from)\b/i;

/** "I don't need a colleague, I need my glasses" */
const noPersonPattern =
  /\b(?:do(?: not|n['’]?t)|no) (?:need|want) (?:a |an |any |your |to (?:talk|speak) (?:to|with) (?:a |an |any |your )?)?(?:colleague|person|human|manager|call|one|body|anybody|anyone|somebody|someone)/i;

/** "Have somebody call me" wants a person, and "call me" another time. */
const personPattern = /\b(?:some|any)(?:one|body)\b.*\b(?:call|ring|phone)\b/i;

/** "Ring me on Thursday" asks for another call, whatever the agent expects. */
export const callMePattern = /^(?!.*\b(?:some|any)(?:one|body)\b).*\b(?:call|ring|phone|try) (?:me|us)\b/i;

/** "Can you mail me all that", "put that in a letter", "I want it in writing" */
const sendPattern =
  /\b(?:mail|email|e-mail|text|post|send) (?:it |that |this )?(?:to )?(?:me|us|all)\b|\b(?:put|pop|have|want|get|give me|send) (?:it|that|this|all(?: of)?(?: that)?) in (?:writing|an? (?:e-?mail|letter|text))\b/i;

/** "I want a real person to tell me why" is clear, whatever else a turn says. */
const namedPersonPattern =
  /\b(?:want|need|give me|get me|(?:speak|talk) (?:to|with)|put me through to) (?:a|an|the|your|some) (?:\w+ )?(?:person|human|manager|supervisor|boss|operator)\b/i;

/** A question to the agent itself, or about the call, is not about its subject. */
const callMeanings: ReadonlySet<TurnMeaning> = new Set([
  ...conversationMeanings,
  'do_not_call',
  'wrong_person',
  'voicemail',
  'already_said',
  'undecided',
  'cancel',
  'change',
  'recap',
]);

/** What the agent has just asked makes some meanings more likely. */
const priors: Partial<Record<Expectation, Partial<Record<TurnMeaning, number>>>> = {
  greeting: { greeting: 2, confirm: 1.5, busy: 1.5, already_said: 0.3, cancel: 0.3 },
  slot: { other: 1.5, confirm: 1.5, deny: 1.5, off_topic: 0.5, who: 0.5, busy: 0.7, wrong_person: 0.3 },
  open: { ask: 1.5, done: 2, deny: 1.3, thanks: 1.3, wrong_person: 0.4 },
  objection: { other: 1.5, deny: 1.3, not_interested: 1.3 },
  follow_up: { confirm: 1.5, deny: 1.5, person: 1.3 },
  time: { busy: 1.3, other: 1.5, change: 0.7 },
  last: { done: 2, deny: 1.5, goodbye: 1.5, thanks: 1.5, cancel: 0.8 },
};

/** What is said to a question for yes or no, and to another one. */
const yesNoPriors = { confirm: 2, deny: 2, other: 0.7 };
const openQuestionPriors = { confirm: 0.8, deny: 0.8, other: 2 };

/** Who begins with one of these is the person who is called, whatever follows. */
const affirmationPattern = /^\W*(?:yes|yeah|yep|that['’]?s (?:right|me)|speaking|correct)\b/i;

/** "You have the wrong number", "there's nobody here by that name", "she moved out" */
const wrongPersonPattern =
  /\bwrong (?:number|person|house|place|guy|man|woman|one|lady|fella)\b|\b(?:nobody|no ?one|no \p{L}+)\b.*\b(?:here|that name|called|at this)\b|\bnot (?:me|him|her)\b|\b(?:moved|gone) (?:out|away)\b|\bdo(?:es)?(?:n['’]?t| not) (?:live|work) here\b|\b(?:someone|somebody) else['’]?s\b/iu;

/** "Ten, no wait, it's eleven" */
const correctionPattern =
  /\S+,? no,? (?:wait|sorry|hang on|actually|i mean|make (?:it|that))\b|\b(?:or rather|scratch that)\b/i;

/** "Am I talking to a person or what?" */
const robotPattern =
  /\b(?:talking|speaking) (?:to|with) (?:a|an) (?:real |actual |live )?(?:person|human|machine|robot|computer|bot)\b/i;

type UnderstandOptions = {
  readonly expects: Expectation;
  readonly turnClassifier: TurnClassifier;
  readonly now: Date;
  /** Whether something was agreed on, which the recipient can ask for. */
  readonly hasAgreed: boolean;
  /** Whether the agent has just answered a question, so that "and the dog" asks the next one. */
  readonly hasJustAnswered?: boolean;
  /** Whether the agent asks for a day during the call, so that "how about Monday" is an answer at any time. */
  readonly asksForDay?: boolean;
  /** The question of the plan that the agent has just asked. */
  readonly askedText?: string;
  readonly isYesNoAsked?: boolean;
};

/** Finds out what a turn means. */
export async function understandTurn(turn: string, options: UnderstandOptions): Promise<UnderstoodTurn> {
  const { expects, turnClassifier, now, hasAgreed, askedText = '', isYesNoAsked = false } = options;
  const text = writeOut(normalizeLine(turn, maxTurnLength));
  const isUnclear = !hasWords(text);
  const split = isUnclear ? [] : removeFillers(splitTurn(writePlainQuestions(text))).slice(0, maxParts);
  // "No, Friday I'm at work" says nothing about this moment.
  const saysWhenAway = expects === 'slot' && !laterCallPattern.test(text) && namesDay(text, now);
  const parts = (await turnClassifier.classify(split)).map((part) =>
    weighPart(part, {
      ...priors[expects],
      ...(!hasAgreed && { recap: 0 }),
      ...(personPattern.test(part.text) && { person: 2 }),
      ...(namedPersonPattern.test(part.text) && { person: 20 }),
      ...(offTheListPattern.test(part.text) && { do_not_call: 20 }),
      ...(sendPattern.test(part.text) && { send: 5 }),
      ...(callMePattern.test(part.text) && readTime(part.text, now) !== null && { busy: 10 }),
      ...(saysWhenAway && { busy: 0.15 }),
      ...(expects === 'slot' &&
        askedText !== '' &&
        (yesNoQuestionPattern.test(askedText) ? yesNoPriors : openQuestionPriors)),
      ...(wrongPersonPattern.test(part.text) && { wrong_person: 3 }),
      ...(affirmationPattern.test(text) && { wrong_person: 0.02 }),
      ...(correctionPattern.test(part.text) && { change: 4 }),
      ...(robotPattern.test(part.text) && { robot: 20 }),
    }),
  );
  const asked = parts.map((part, index) =>
    isAnswer(part, options) ||
    repeatsQuestion(part, askedText) ||
    (expects === 'greeting' && tagQuestionPattern.test(part.text)) ||
    (yesNoQuestionPattern.test(askedText) && /\b(?:yes|no)\W*$/i.test(part.text) && !asksQuestion(part.text))
      ? null
      : readQuestion(part, parts[index - 1], options),
  );
  const isMeant = (part: ClassifiedPart, meaning: TurnMeaning, index: number) =>
    part.meaning === meaning &&
    part.probabilities[meaning] >= (minProbabilities[meaning] ?? usualMinProbability) &&
    (meaning === 'ask' || asked[index] === null) &&
    // "Ciao" greets, too.
    (meaning !== 'goodbye' || goodbyePattern.test(expects === 'greeting' ? text.replace(/^\W*ciao\b/i, '') : text)) &&
    (meaning !== 'busy' || (expects !== 'open' && expects !== 'last') || busyPattern.test(part.text)) &&
    (meaning !== 'do_not_call' || doNotCallPattern.test(part.text)) &&
    (meaning !== 'person' || !noPersonPattern.test(part.text));
  const questions = asked.filter((question) => question !== null).slice(0, maxQuestions);
  const saysGoodbye =
    goodbyeEndPattern.test(text) || (expects !== 'greeting' && /\bgood day(?: to you(?: \w+)?)?\W*$/i.test(text));
  return {
    text,
    parts,
    has: (...meanings) =>
      (saysGoodbye && meanings.includes('goodbye')) ||
      parts.some((part, index) => meanings.some((meaning) => isMeant(part, meaning, index))),
    questions: questions.map((question) => question.text),
    clearQuestions: questions.filter(({ isClear }) => isClear).map((question) => question.text),
    yesNoProbabilities: isYesNoAsked && !isUnclear ? await turnClassifier.judgeAnswer(text) : null,
    isUnclear,
  };
}

/** Whether a text names a day, and none that has begun: "Friday", "the twelfth". */
function namesDay(text: string, now: Date): boolean {
  const { date, at } = readTime(text, now) ?? {};
  return date !== undefined && date !== null && at !== undefined && at > now;
}

/** Removes parts that say nothing, such as "oh wait", if there are others. */
function removeFillers(parts: readonly string[]): readonly string[] {
  const rest = parts.filter((part) => !fillerPattern.test(part));
  return rest.length > 0 ? rest : parts;
}

const fillerPattern =
  /^(?:\W|\b(?:oh|ah|wait|stop|actually|well|h+m+|u+m+|u+h+|er+|so|and|but|please|look|listen|hold on|hang on|by the way|you know|i mean|like|now|then)\b)+$/i;

function weighPart(part: ClassifiedPart, prior: Partial<Record<TurnMeaning, number>>): ClassifiedPart {
  const entries = Object.entries(part.probabilities) as (readonly [TurnMeaning, number])[]; // a Record has exactly these keys
  const weighed = entries.map(([meaning, value]) => [meaning, value * (prior[meaning] ?? 1)] as const);
  const total = weighed.reduce((sum, [, value]) => sum + value, 0);
  const probabilities = Object.fromEntries(
    weighed.map(([meaning, value]) => [meaning, value / total]),
  ) as ClassifiedPart['probabilities']; // has the same keys
  const [meaning] = weighed.reduce((best, entry) => (entry[1] > best[1] ? entry : best), ['other', 0] as const);
  return { text: part.text, meaning, probabilities };
}

/** Matches the words around a day or a time that is proposed: "what about Wednesday?" */
const proposalPattern =
  /^(?:\W|\b(?:what|how|about|maybe|perhaps|can|could|we|you|i|do|make|say|come|have|take|is|would|will|be|it|that|on|at|the|okay|ok|possible|fine|good|work|free|then|don['’]t|know|guess|or|for|me|a|time|slot|available|next|in|around|call|ring|phone|try|back|again|please|instead|move|change|same|put|book|start|begin|well|so|right|hm+)\b)*$/i;

/** A proposal, and a single word at the beginning of a call, ask nothing. */
function isAnswer({ text, meaning }: ClassifiedPart, { expects, now, asksForDay = false }: UnderstandOptions): boolean {
  if (expects === 'greeting' && countWords(text) <= 1) return true;
  const isTimeExpected = expects === 'slot' || expects === 'time';
  const isProposal = isTimeExpected || asksForDay || /\b(?:instead|later|earlier)\b/i.test(text);
  const time = isProposal ? readTime(text, now, { isTimeExpected }) : null;
  if (!time) return false;
  if (time.date !== null && !asksQuestion(text) && !tagQuestionPattern.test(text)) return true;
  if (meaning === 'change' && (time.date ?? time.time) !== null && !policyPattern.test(text)) return true;
  return proposalPattern.test(removeTime(text, time));
}

/** Whether a text only names a day or a time, and says nothing else about it. */
export function proposesTime(text: string, now: Date): boolean {
  const time = readTime(text, now, { isTimeExpected: true });
  return time !== null && proposalPattern.test(removeTime(text, time));
}

function removeTime(text: string, { phrase }: SpokenTime): string {
  return writeTimes(text)
    .toLowerCase()
    .replace(phrase.toLowerCase(), ' ')
    .replaceAll(/[\d:]+ ?(?:am|pm)?/g, ' ');
}

/** "A demo? Why not." and "Seven?" ask nothing. */
function repeatsQuestion({ text }: ClassifiedPart, askedText: string): boolean {
  const isNumber = askedText !== '' && /\d/.test(writeNumbersAsDigits(text));
  return !asksQuestion(text.replace(/[?\s]+$/, '')) && (isNumber || computeWordCoverage(text, askedText) === 1);
}

const backReferencePattern = /\b(?:he|she|him|her|it|its|that|this|they|them|there|those)\b/i;

/** A question such as "How much is it?" includes the part before it, if that says something. */
function readQuestion(
  { text, meaning, probabilities }: ClassifiedPart,
  previous: ClassifiedPart | undefined,
  { hasJustAnswered = false, hasAgreed }: UnderstandOptions,
): { readonly text: string; readonly isClear: boolean } | null {
  const body = removeLeadIn(text);
  const isNext = hasJustAnswered && nextTopicPattern.test(text) && nextMeanings.has(meaning);
  const isShaped = asksQuestion(text) || isNext || tagQuestionPattern.test(text);
  const asks = isShaped
    ? meaning !== 'off_topic' || probabilities.off_topic < 0.75
    : meaning === 'ask' && probabilities.ask > 0.6 && !nextTopicPattern.test(text);
  const isSubject =
    previous !== undefined &&
    !(callMeanings.has(previous.meaning) && previous.probabilities[previous.meaning] > 0.7) &&
    !asksQuestion(previous.text) &&
    countWords(previous.text) >= 3;
  const refersBack = isSubject && (backReferencePattern.test(text) || countWords(text) <= 3);
  const isAboutCall =
    callMeanings.has(meaning) &&
    !(meaning === 'busy' && isShaped && !busyPattern.test(text)) &&
    !(meaning === 'who' && otherWhoPattern.test(body)) &&
    !(meaning === 'greeting' && /^how (?:late|early|long|much|many|often|far|soon)\b/i.test(body)) &&
    !((meaning === 'cancel' || meaning === 'change') && isShaped && (!hasAgreed || policyPattern.test(text))) &&
    probabilities[meaning] > (refersBack ? 0.6 : isShaped ? 0.55 : 0.25);
  if (
    !asks ||
    isAboutCall ||
    countWords(body) === 0 ||
    /^\W*(?:really|right|ok(?:ay)?|yes|no|sorry|why not)\W*$/i.test(body)
  )
    return null;
  return { text: refersBack ? `${removeLeadIn(previous?.text ?? '')} ${body}` : body, isClear: isShaped };
}

/** "And you take the old one with you, yes" */
const tagQuestionPattern =
  /\S+ \S+ \S+ or(?: what| not)?\W*$|^\W*(?:and|so|but) i (?:suppose|bet|take it|assume|guess|presume) (?:you|it|that|this|there|they|he|she)\b(?!.*\b(?:works?|suits?|fine|ok(?:ay)?|yes|good|(?:will|would|['’]ll|['’]d) do|can come)\b)|^\W*(?:(?:and|so) (?:you|he|she|they)|so (?:some|the|your) \w+)(?:['’]?(?:d|ll|re|s|ve))? (?!\w*(?:ed|said|told|was|were|had|did)\b)(?:\S+ ){2,}\S+$|^\W*(?:(?:and|so|but|then) )?(?:that|this|it|you|they|there|he|she)\S* (?:\S+ ){1,9}i (?:bet|suppose|take it|assume|presume|imagine)\W*$|^\W*so (?:you|it|they|there)(?: \S+){2,8} then\W*$|^\W*(?:(?:and|so|but|then) )*(?:you|we|it|they|there|he|she) (?!are right)(?:\S+ ){2,}(?:yes|right|correct|no|eh|huh)\W*$|\b(?:is|are|do|does|was|were|have|has|can|will)n['’]?t (?:it|you|he|she|they|there|we|i)\W*$|^\W*(?:that|it|you|they|there)\S*(?: \S+){1,6} (?:is|are|do|does|can|will) (?:it|that|you|they|there)\W*$/i;

/** "She is fine, yes" answers "Is your pet well?" */
const yesNoQuestionPattern = /\b(?:is|are|was|were|do|does|did|have|has|can|could|will|would)\b[^,.]*\?\s*$/i;

/** "Who pays for that?" does not ask who the agent is. */
const otherWhoPattern =
  /^who (?!(?:is|are|am|was|were|do|did|have|has|the|you|this|that|on|in|now|again|exactly|speaks?|rang|called|calls?|calling|wants?|it)\b)\p{L}/iu;

/** Names the next topic without a verb: "and the dog", "and after that". */
const nextTopicPattern =
  /^\W*(?:(?:ok(?:ay)?|oh),? )?and (?!(?:i|we|it|you|he|she|they|then(?!\W*$)|yes|yeah|no|ok|okay|sure|thanks?)\b)[\p{L}\p{N}'’-]+(?: [\p{L}\p{N}'’-]+){0,3}\W*$/iu;
const nextMeanings: ReadonlySet<TurnMeaning> = new Set(['other', 'ask', 'confirm', 'off_topic', 'repeat', 'send']);

/** Asks what the rules for a change are, and for no change: "can I cancel it later?", "can she eat the day before" */
const policyPattern =
  /^\W*(?:\w+\W+)?(?:how|what|when|until|where|which|is there|do i)\b|\b(?:later|anytime|any time|once|after|still|if|keep|withdraw|(?:day|night|evening) before)\b/i;

function hasWords(text: string): boolean {
  const words = text.match(/\p{Script=Latin}{2,}|\d/gu) ?? [];
  return words.some((word) => /[aeiouy\d]/i.test(word) && !/^(.)\1{4,}$/i.test(word));
}
