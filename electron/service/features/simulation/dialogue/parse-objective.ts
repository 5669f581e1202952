import type { CallMetadata } from '../../../../../shared/calls/call-metadata.ts';
import { fillGreeting } from '../../../../../shared/agents/greeting.ts';
import { countWords, lowerFirst, normalizeLine } from '../../../platform/text-line.ts';
import { truncateWords } from '../spoken-text.ts';
import { mentionsPeople, nameAddressees, toSecondPerson } from './to-second-person.ts';

/** Decides which questions the agent asks during and at the end of the call. */
export type ObjectiveKind = 'inform' | 'offer' | 'confirm' | 'collect' | 'welcome' | 'help' | 'settle' | 'general';

/** `form` is the word that the reason follows: "because", "to" or "about". A `quote` is spoken as it was written. */
export type CallReason = { readonly form: 'because' | 'to' | 'about' | 'quote' | 'none'; readonly text: string };

export type CallPurpose = {
  readonly kind: ObjectiveKind;
  readonly reason: CallReason;
  /** Other things to do, each in a form that follows "I'd like to". */
  readonly additionalActions: readonly string[];
  /** Things to find out, each in a form that follows "can you tell me": "whether you are happy with it". */
  readonly questionClauses: readonly string[];
};

/** Sentences about the agent's manner, not about its task. */
const mannerPattern =
  /^(?:you are|be|act as|never|always|do not|don['’]t|ignore|pretend|remember|speak|use|keep(?:ing)?)\b/i;

/** Matches what the agent must not do: "ask for no personal data", "verify nothing". */
const nothingPattern = /^\p{L}+ (?:for |about )?(?:no|nothing|nobody)\b/iu;
/** Matches how the agent does it: "offer a helmet, once, no pushing". */
const mannerEndPattern =
  /, (?:(?:but )?(?:only )?once(?=\W*$|,)|(?:no \p{L}+ing|if possible|if you can|nicely|politely)\b).*$/iu;
/** Matches what only the agent may know: "keep that to yourself", "don't let on". */
const secretPattern =
  /\bto yourself\b|\bbetween (?:us|ourselves)\b|\bnobody['’]?s business\b|\b(?:let on|say so|leave (?:that|it|this) out)\b|\b(?:do(?:es)?n['’]?t|need(?:n['’]?t| not)) (?:need to |have to )?know\b/i;
/** Matches the name of a section: "Staff: never say who has called." */
const labelPattern = /^[^:]{2,30}:\s+/;

const maxObjectiveLength = 400;
const maxReasonWords = 28;
const maxAdditionalActions = 2;

const preamblePattern =
  /^(?:(?:please|kindly)[, ]+|(?:the )?(?:agent|assistant|bot|goal|aim|objective|purpose|task|job|mission)(?:['’]s)?(?: of (?:this|the) (?:call|agent))?(?: (?:should|must|will|shall|is|has|needs|wants))?(?: to)?[: ]+|your (?:task|job|goal|role|objective|aim) is(?: to)?[: ]+|you (?:should|must|will|are (?:to|supposed to)|need to|have to)[ ]+|we (?:want|need|would like)(?: you)? to[ ]+|in order to[ ]+|to )+/i;

/** Matches the placeholder of a name: "Remind {first_name}" is about the person who is called. */
const namePlaceholderPattern = /\{\s*(?:\w+_)?name\s*\}/gi;

/** Replaces the placeholders of an objective by the values of a call, as in a greeting. */
export function fillObjective(objective: string, metadata: CallMetadata): string {
  return objective
    .replaceAll(namePlaceholderPattern, 'the customer')
    .replaceAll(/[^.!?\n]*\{[^.!?\n]*/g, (sentence) => ` ${fillGreeting(sentence, metadata)}`)
    .trim();
}

/** Parses an objective into parts that the agent can speak. Never fails; an objective it cannot parse becomes a quote. */
export function parseObjective(objective: string): CallPurpose {
  const plain = normalizeLine(objective, maxObjectiveLength)
    .replaceAll(/<[^<>]{0,200}>/g, ' ')
    .replaceAll(/["“”«»<>{}[\]`*_#|\\]+/g, '')
    .replaceAll(/\s*\([^()]*\)/g, '')
    .replaceAll(/ & /g, ' and ')
    .replaceAll(/\bmake sure\b/gi, 'ensure')
    .replaceAll(
      /\bchase (?:up )?(?=(?:the(?! (?:customers?|clients?|tenants?|patients?|members?|guests?)\b)|any|final|missing|outstanding|unpaid|open|papers|documents|numbers)\b)/gi,
      'ask about ',
    )
    .trim();
  const sentences = (plain.match(/[^.!?;。！？]+(?:[.](?=\S)[^.!?;。！？]*)*/g) ?? [])
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '' && !mannerPattern.test(sentence.replace(labelPattern, '')));
  const [first = '', ...others] = sentences;
  if (!/\p{L}/u.test(first) || first.length < 2)
    return { kind: 'general', reason: { form: 'none', text: '' }, additionalActions: [], questionClauses: [] };
  if (!isEnglish(stripPreamble(plain))) return createQuotedPurpose(first);
  const isAddressed = mentionsPeople(plain) || personPattern.test(plain) || nameAddressees(plain) !== plain;
  const task = others.findIndex((sentence) => startsWithVerb(stripPreamble(sentence)));
  if (task !== -1 && !startsWithVerb(stripPreamble(first)) && factPattern.test(first)) {
    const fact = lowerFirst(toSecondPerson(first, isAddressed));
    // "Customers whose lease ends" are called because "your lease ends".
    const addressed = fact.replace(/^you whose\b/i, 'your').replace(/^you (?:who|that)\b/i, 'you');
    const reason = truncateReason('because', addressed);
    const rest = parseObjective(others.slice(task).join('. '));
    return reason === null ? rest : { ...rest, reason };
  }
  const actions = [first, ...others.filter((sentence) => !conditionPattern.test(sentence))].flatMap((sentence) =>
    splitActions(nameUnknownVerb(nameAddressees(stripPreamble(sentence.replace(otherwisePattern, ''))))),
  );
  const [lead, ...rest] = actions;
  if (lead === undefined) return createQuotedPurpose(first);
  const reason = parseReason(lead, isAddressed);
  if (reason === null) return createTopicPurpose(first, isAddressed);
  const furtherActions = rest.filter(canBeAnnounced);
  const additionalActions = furtherActions
    .filter((action) => findQuestionClauses(toSecondPerson(action, isAddressed)).length === 0)
    .map((action) => formatAction(action.replace(mannerEndPattern, ''), isAddressed))
    .filter((action) => action !== '' && !recipientConditionPattern.test(action));
  const questionClauses = [lead, ...furtherActions].flatMap((action) =>
    findQuestionClauses(toSecondPerson(action, isAddressed)),
  );
  return {
    kind: decideObjectiveKind(lead, furtherActions),
    reason,
    additionalActions: additionalActions.slice(0, maxAdditionalActions),
    questionClauses: questionClauses.slice(0, 2),
  };
}

const canBeAnnounced = (action: string): boolean =>
  findBaseVerb(getFirstWord(action)) !== null &&
  countWords(action) <= 14 &&
  // "Orders close on Friday" is no action.
  !/^\p{L}+(?<!s)s\s/iu.test(action) &&
  ![mannerPattern, secretPattern, nothingPattern].some((pattern) => pattern.test(action));

/** Matches a sentence that says what is the case, before others say what to do: "Their lease ends in January. Ask …" */
const factPattern =
  /^(?:\p{L}+ ){1,5}?(?:is|are|was|were|has|have|had|will|can(?:not)?|could|did|ends?|expires?|starts?|begins?|opens?|closes?|moves?|changes?|\p{L}{3,}ed)\b(?= \S)/iu;

/** Matches a sentence about a case that may not occur: it is for the agent, and is not announced. */
const conditionPattern = /^(?:(?:but|and) )?(?:if|unless|otherwise|when(?:ever)?|in case|in that case)\b/i;
const otherwisePattern = /,? (?:and|or) if not\b.*$/i;
const recipientConditionPattern = /^(?!ask|find|check).*\b(?:if|unless) (?:you|not|nobody|no one|someone)\b/i;
/** Matches “they” in a text that names nobody: only people want, agree or pay. */
const personPattern =
  /\bthey (?:\p{L}+['’]?\p{L}* ){0,2}?(?:want|wish|need|prefer|agree|hesitate|pay|come|attend|know|accept|keep|renew|buy|like|are (?:happy|home|free|available|interested|satisfied|coming))\b/iu;

const startsWithVerb = (sentence: string) => findBaseVerb(getFirstWord(sentence)) !== null;

/** Replaces a verb that is not known: "recall patients for their check-up" becomes "call patients about their check-up". */
function nameUnknownVerb(sentence: string): string {
  const [, verb = '', people = '', preposition = '', rest = ''] =
    /^(\p{L}[\p{L}-]+) ((?:\p{L}+ ){0,2}?\p{L}+) (for|about|to) (.+)$/iu.exec(sentence) ?? [];
  if (verb === '' || findBaseVerb(verb) !== null || !mentionsPeople(people)) return sentence;
  return preposition === 'to' ? `ask ${people} to ${rest}` : `call ${people} about ${rest}`;
}

/** Removes "Your task is to" and labels such as "Renewals:". "Book a visit: agree on a day" are two actions. */
function stripPreamble(sentence: string): string {
  const plain = sentence.replace(preamblePattern, '');
  const [, label = '', rest = ''] = /^([^:]{2,60}):\s+(.+)$/.exec(plain) ?? [];
  if (!startsWithVerb(rest)) return plain;
  return startsWithVerb(label) && countWords(label) > 1 ? `${label}, ${rest}` : rest;
}

function createQuotedPurpose(sentence: string): CallPurpose {
  return {
    kind: 'general',
    reason: { form: 'quote', text: truncateWords(sentence, maxReasonWords) },
    additionalActions: [],
    questionClauses: [],
  };
}

/** Returns what a sentence that begins with no known verb is about. */
function createTopicPurpose(sentence: string, isAddressed: boolean): CallPurpose {
  const quoted = createQuotedPurpose(sentence);
  const [, clause, topic] = /\b(?:(?:if|whether) ([^,]+)$|about ([^,]+?)(?:,| and\b|$))/i.exec(sentence) ?? [];
  if (clause) return { ...quoted, reason: { form: 'to', text: toSecondPerson(`ask whether ${clause}`, isAddressed) } };
  return topic ? { ...quoted, reason: { form: 'about', text: toSecondPerson(topic, isAddressed) } } : quoted;
}

const commonWordPattern =
  /\b(?:the|a|an|to|of|and|that|their|for|with|about|on|in|is|are|customers?|our|your|new|if|whether|they|them|or|from|at|by)\b/gi;

/** Returns whether a text is English enough to rephrase. Short texts pass if they begin with a known verb. */
function isEnglish(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const latin = text.match(/[a-z]/gi)?.length ?? 0;
  if (latin < letters * 0.97) return false;
  const words = countWords(text);
  const common = text.match(commonWordPattern)?.length ?? 0;
  if (findBaseVerb(getFirstWord(text)) !== null) return words <= 6 || common > 0;
  return words <= 6 ? latin === letters && common > 0 : common / words >= 0.15;
}

function getFirstWord(phrase: string): string {
  return phrase.trim().split(/[\s,:]+/)[0] ?? '';
}

/** Splits at "and", "then" and commas that are followed by another known verb. */
function splitActions(sentence: string): readonly string[] {
  const actions: string[] = [];
  let current = '';
  for (const part of sentence.split(/((?:,\s*)?\b(?:and then|and also|and|then|as well as)\b\s+(?:to\s+)?|,\s+)/i)) {
    const isConjunction = /^(?:,\s*)?(?:and|then|as well)|^,\s+$/i.test(part) && part.length <= 20;
    if (isConjunction || current === '' || !/(?:,|\band|then|also|as well as|to)\s*$/i.test(current)) {
      current += part;
      continue;
    }
    const isImperative = findBaseVerb(getFirstWord(part)) === getFirstWord(part).toLowerCase() && !isUsedAsNoun(part);
    if (isImperative) {
      actions.push(trimConjunction(current));
      current = part;
    } else current += part;
  }
  if (current.trim()) actions.push(trimConjunction(current));
  return actions.filter((action) => countWords(action) > 0);
}

/** Returns whether a known verb is a noun here, as in "call and order history". */
function isUsedAsNoun(part: string): boolean {
  return (
    countWords(part) < 2 ||
    /^(?:support|help|contact|order|change|plan|review|survey|questions?|interest|market|present|set|check|record)\s+(?:is|are|was|were|has|history|plan|plans|data|desk|team|number|details|information|status)\b/i.test(
      part,
    )
  );
}

function trimConjunction(action: string): string {
  return action
    .replace(/(?<![\s,])[\s,]*(?:\b(?:and then|and also|and|then|as well as)\b(?:\s*to\b)?[\s,]*)?$/i, '')
    .trim();
}

function decideObjectiveKind(lead: string, others: readonly string[]): ObjectiveKind {
  const kinds = [lead, ...others].map(
    (action) => kindByVerb.get(findBaseVerb(getFirstWord(action)) ?? '') ?? 'general',
  );
  const decisive = kinds.find((kind) => kind === 'offer' || kind === 'confirm' || kind === 'settle');
  return decisive ?? kinds.find((kind) => kind !== 'general') ?? 'general';
}

const callingPattern = new RegExp(
  '^(?:call|calling|contact|phone|ring|reach out to|reach|speak (?:to|with)|talk to|follow up with)\\s+(?<who>.+)$',
  'i',
);
const informingPattern =
  /^(?:remind|inform|tell|notify|alert|warn|advise|update)\w*\s+(?<who>.+?)\s+that\s+(?<clause>.+)$/i;
const lettingPattern =
  /^let(?:ting)?\s+(?<who>.+?)\s+know\s+(?:that\s+)?(?<clause>(?!about|of|what|when|how|if|whether|where|why).+)$/i;

function parseReason(lead: string, isAddressed: boolean): CallReason | null {
  const address = (phrase: string) => toSecondPerson(phrase, isAddressed).trim();
  const clause = (informingPattern.exec(lead) ?? lettingPattern.exec(lead))?.groups?.['clause'];
  if (clause) return truncateReason('because', lowerFirst(address(clause)));
  const who = callingPattern.exec(lead)?.groups?.['who'];
  if (who) {
    const whose = /\bwhose\s+(.+)$/i.exec(who)?.[1];
    if (whose) return truncateReason('because', `your ${address(whose)}`);
    const relative = /\b(?:who|that)\s+(.+)$/i.exec(who)?.[1];
    if (relative) return truncateReason('because', address(`they ${relative}`).replace(/^they\b/i, 'you'));
    const about = /\b(?:about|regarding|concerning)\s+(.+)$/i.exec(who)?.[1];
    if (about) return truncateReason('about', address(about));
    const event = /\b(?:after|following)\s+(?:their|the|an?)\s+(.+)$/i.exec(who)?.[1];
    if (event) return truncateReason('about', `your ${address(event)}`);
    const infinitive = /\bto\s+(\p{Ll}+\s.+)$/u.exec(who)?.[1];
    if (infinitive && findBaseVerb(getFirstWord(infinitive))) return parseReason(infinitive, isAddressed);
    return parsePossession(who, address) ?? truncateReason('to', 'speak with you');
  }
  const reminded = /^(?:remind|inform|notify|alert|warn)\w* (?!.*\b(?:about|of|to|how|when|what)\b)(.+)$/i.exec(
    lead,
  )?.[1];
  const possession = reminded === undefined ? null : parsePossession(reminded, address);
  if (possession) return possession;
  if (findBaseVerb(getFirstWord(lead)) !== null) {
    const action = formatAction(lead, isAddressed);
    return action === '' ? { form: 'none', text: '' } : truncateReason('to', action);
  }
  const isNounPhrase =
    countWords(lead) <= 5 &&
    !factPattern.test(lead) &&
    !/\b(?:is|are|should|must|will|can|have|has|do|does|you|i|we)\b/i.test(lead);
  return isNounPhrase && !mentionsPeople(lead) ? truncateReason('about', lowerFirst(lead)) : null;
}

/** "Customers with an open invoice" are called about "your open invoice". */
function parsePossession(who: string, address: (phrase: string) => string): CallReason | null {
  const object = /\bwith\s+(.+)$/i.exec(who)?.[1];
  if (!object) return null;
  return truncateReason('about', `your ${address(object).replace(/^(?:an?|the|your|their)\s+/i, '')}`);
}

/** Returns the action addressed to the recipient, or an empty text if it is an internal goal. */
function formatAction(action: string, isAddressed: boolean): string {
  const [verb = '', ...rest] = action.split(/\s+/);
  const base = findBaseVerb(verb) ?? verb.toLowerCase();
  if (rest.length === 0 || internalGoalPattern.test(base)) return '';
  const addressed = toSecondPerson(`${base} ${rest.join(' ')}`, isAddressed)
    .replace(/\byou (?:who|whose|that|which) .+?(?= (?:to|about|of|and|that|with)\b|$)/i, 'you')
    .trim();
  return softenedPhrases
    .reduce((spoken, [pattern, words]) => spoken.replace(pattern, words), addressed)
    .replace(/^(tell you about .+) to (?:\p{L}+ )?you$/iu, '$1');
}

const internalGoalPattern =
  /^(?:increase|reduce|generate|retain|raise|qualify|screen|pre-screen|process|handle|manage)$/;

/** Replaces sales language by what an agent would say. */
const softenedPhrases: readonly (readonly [RegExp, string])[] = [
  [/^(?:persuade|convince|encourage|get|make) you to\b/i, 'ask whether you would like to'],
  [/^(?:upsell|sell|pitch|promote|market) you (?:to|on)?\b/i, 'tell you about'],
  [/^(?:upsell|sell|pitch|promote|market)\b/i, 'tell you about'],
  [/^(?:survey|ask)(?: you)? (how \p{L}+|what|where|why|when) (are|were) (you)\b/iu, 'ask $1 $3 $2'],
  [/^win (?:you back|back you)\b/i, 'talk with you about coming back'],
];

const questionClausePattern =
  /\b(?:(?:whether|how|what|when|which|why|where|if)\b (?:\p{L}+ ){0,6}?(?:you|your)\b|whether\b \p{L}+ \p{L}).*$/iu;

function findQuestionClauses(action: string): readonly string[] {
  if (
    !/^(?:ask|find out|check|verify|learn|determine|survey|inquire|enquire|confirm|establish|question)\b/i.test(action)
  )
    return [];
  const clause = questionClausePattern.exec(action)?.[0];
  return clause && countWords(clause) <= 18 ? [lowerFirst(clause)] : [];
}

/** Shortens a reason at the last conjunction within the word limit. */
function truncateReason(form: CallReason['form'], text: string): CallReason | null {
  const plain = text.replace(/[\s,;:.–—-]+$/, '').trim();
  if (plain === '') return null;
  if (countWords(plain) <= maxReasonWords) return { form, text: plain };
  const conjunctions = [...plain.matchAll(/,| (?:and|so that|because|while|which|in order to|before|after|unless) /gi)];
  const conjunction = conjunctions.findLast(({ index }) => countWords(plain.slice(0, index)) <= maxReasonWords);
  if (conjunction && countWords(plain.slice(0, conjunction.index)) >= 4)
    return { form, text: plain.slice(0, conjunction.index).trim() };
  return { form: form === 'because' ? 'quote' : form, text: truncateWords(plain, maxReasonWords) };
}

/** Base forms of the verbs that objectives begin with, by kind of call. */
const verbsByKind: Readonly<Record<ObjectiveKind, string>> = {
  inform: 'remind inform tell notify alert warn update advise announce let',
  offer:
    'offer sell promote pitch present introduce recommend propose suggest upsell win persuade convince encourage invite ' +
    'renew extend upgrade enroll enrol register recruit raise retain reactivate qualify market demonstrate interest generate',
  confirm: 'confirm verify check validate reconfirm ensure',
  collect:
    'ask find survey interview collect gather learn get determine establish inquire enquire poll record measure assess capture question',
  welcome: 'welcome greet thank congratulate onboard onboarding',
  help: 'help support assist guide explain show answer walk resolve solve troubleshoot follow educate teach advise discuss review talk describe clarify',
  settle:
    'schedule book arrange make reschedule set plan move cancel change order deliver recover settle agree negotiate close fix coordinate request obtain secure',
  general:
    'call contact phone ring reach speak handle manage provide give send make take do process complete prepare reduce increase keep bring build start finish share apologise apologize wish congratulate screen pre-screen',
};

/** The first kind that lists a verb wins: the entries are reversed because a Map keeps the last one. */
const kindByVerb: ReadonlyMap<string, ObjectiveKind> = new Map(
  (Object.keys(verbsByKind) as ObjectiveKind[]) // a Record has exactly these keys
    .flatMap((kind) => verbsByKind[kind].split(' ').map((verb) => [verb, kind] as const))
    .toReversed(),
);

/** Returns the base form of a known verb ("remind" for "Reminding"), or null for other words. */
function findBaseVerb(word: string): string | null {
  const plain = word.toLowerCase().replace(/[^a-z-]/g, '');
  if (kindByVerb.has(plain)) return plain;
  const bases = plain.endsWith('ing')
    ? [plain.slice(0, -3), `${plain.slice(0, -3)}e`, plain.slice(0, -4)]
    : plain.endsWith('ies')
      ? [`${plain.slice(0, -3)}y`]
      : plain.endsWith('s')
        ? [plain.slice(0, -1), plain.slice(0, -2)]
        : [];
  return bases.find((base) => kindByVerb.has(base)) ?? null;
}
