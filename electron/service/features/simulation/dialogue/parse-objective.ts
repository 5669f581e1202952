import { toSecondPerson, mentionsPeople } from './to-second-person.ts';
import { getVerbKind, findBaseVerb, type ObjectiveKind } from './objective-verbs.ts';
import { countWords, lowerFirst, truncateWords, normalizeLine } from '../spoken-text.ts';

/** How the reason of a call can be said: after "because", after "to", after "about", or only as it was written. */
export type CallReason = { readonly form: 'because' | 'to' | 'about' | 'quote' | 'none'; readonly text: string };

export type CallPurpose = {
  readonly kind: ObjectiveKind;
  readonly reason: CallReason;
  /** What the agent is to do beside, each after "to". */
  readonly additionalActions: readonly string[];
  /** What the objective wants to know, each after "could you tell me": "whether you are happy with it". */
  readonly questionClauses: readonly string[];
};

/** How the agent is to be, not what it is to do. */
const mannerPattern = /^(?:you are|be|act as|never|always|do not|don['’]t|ignore|pretend|remember|speak|use|keep)\b/i;

const maxObjectiveLength = 400;
const maxReasonWords = 28;
const maxAdditionalActions = 2;

const preamblePattern =
  /^(?:(?:please|kindly)[, ]+|(?:the )?(?:agent|assistant|bot|goal|aim|objective|purpose|task|job|mission)(?:['’]s)?(?: of (?:this|the) (?:call|agent))?(?: (?:should|must|will|shall|is|has|needs|wants))?(?: to)?[: ]+|your (?:task|job|goal|role|objective|aim) is(?: to)?[: ]+|you (?:should|must|will|are (?:to|supposed to)|need to|have to)[ ]+|we (?:want|need|would like)(?: you)? to[ ]+|in order to[ ]+|to )+/i;

/** An objective as the agent will speak of it; whatever it is, the outcome can be said. */
export function parseObjective(objective: string): CallPurpose {
  const plain = normalizeLine(objective, maxObjectiveLength)
    .replaceAll(/<[^<>]{0,200}>/g, ' ')
    .replaceAll(/["“”«»<>{}[\]`*_#|\\]+/g, '')
    .trim();
  const sentences = (plain.match(/[^.!?;。！？]+(?:[.](?=\S)[^.!?;。！？]*)*/g) ?? [])
    .map((one) => one.trim())

    .filter((one) => one !== '' && !mannerPattern.test(one));
  const [first = '', ...others] = sentences;
  if (!/\p{L}/u.test(first) || first.length < 2)
    return { kind: 'general', reason: { form: 'none', text: '' }, additionalActions: [], questionClauses: [] };
  if (!isEnglish(plain)) return createQuotedPurpose(first);
  const isAddressed = mentionsPeople(plain);
  const actions = [first, ...others].flatMap((sentence) => splitActions(stripPreamble(sentence)));
  const [lead, ...rest] = actions;
  if (lead === undefined) return createQuotedPurpose(first);
  const reason = parseReason(lead, isAddressed);
  if (reason === null) return createQuotedPurpose(first);
  const furtherActions = rest.filter(
    (action) => findBaseVerb(getFirstWord(action)) !== null && countWords(action) <= 14,
  );
  const spoken = furtherActions
    .filter((action) => findQuestionClauses(toSecondPerson(action, isAddressed)).length === 0)
    .map((action) => formatAction(action, isAddressed));
  const wanted = [lead, ...furtherActions].flatMap((action) =>
    findQuestionClauses(toSecondPerson(action, isAddressed)),
  );
  return {
    kind: decideObjectiveKind(lead, furtherActions),
    reason,
    additionalActions: spoken.slice(0, maxAdditionalActions),
    questionClauses: wanted.slice(0, 2),
  };
}

/** "Renewals: explain the offer" is about explaining. */
function stripPreamble(sentence: string): string {
  const plain = sentence.replace(preamblePattern, '');
  const labelled = /^[^:]{2,40}:\s+(.+)$/.exec(plain)?.[1];
  return labelled !== undefined && findBaseVerb(getFirstWord(labelled)) !== null ? labelled : plain;
}

function createQuotedPurpose(sentence: string): CallPurpose {
  return {
    kind: 'general',
    reason: { form: 'quote', text: truncateWords(sentence, maxReasonWords) },
    additionalActions: [],
    questionClauses: [],
  };
}

const commonWordPattern =
  /\b(?:the|a|an|to|of|and|that|their|for|with|about|on|in|is|are|customers?|our|your|new|if|whether|they|them|or|from|at|by)\b/gi;

/** Enough for a sentence to be turned around in; short ones pass when they begin with a known verb. */
function isEnglish(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const latin = text.match(/[a-z]/gi)?.length ?? 0;
  if (latin < letters * 0.97) return false;
  const words = countWords(text);
  const common = text.match(commonWordPattern)?.length ?? 0;
  if (words <= 6) return (latin === letters && common > 0) || findBaseVerb(getFirstWord(text)) !== null;
  return common / words >= 0.15;
}

function getFirstWord(phrase: string): string {
  return phrase.trim().split(/[\s,:]+/)[0] ?? '';
}

/** At "and", "then" and commas that another verb of the list follows. */
function splitActions(sentence: string): readonly string[] {
  const actions: string[] = [];
  let open = '';
  for (const part of sentence.split(/((?:,\s*)?\b(?:and then|and also|and|then|as well as)\b\s+(?:to\s+)?|,\s+)/i)) {
    const isJoint = /^(?:,\s*)?(?:and|then|as well)|^,\s+$/i.test(part) && part.length <= 20;
    if (isJoint || open === '' || /(?:,|\band|then|also|as well as|to)\s*$/i.test(open) === false) {
      open += part;
      continue;
    }
    const isImperative = findBaseVerb(getFirstWord(part)) === getFirstWord(part).toLowerCase() && !isUsedAsNoun(part);
    if (isImperative) {
      actions.push(trimConjunction(open));
      open = part;
    } else open += part;
  }
  if (open.trim()) actions.push(trimConjunction(open));
  return actions.filter((action) => countWords(action) > 0);
}

/** "call and order history": some verbs of the list are nouns as well. */
function isUsedAsNoun(part: string): boolean {
  return (
    countWords(part) < 2 ||
    /^(?:support|help|contact|order|change|plan|review|survey|questions?|interest|market|present|set|check|record)\s+(?:is|are|was|were|has|history|plan|plans|data|desk|team|number|details|information|status)\b/i.test(
      part,
    )
  );
}

function trimConjunction(action: string): string {
  return action.replace(/[\s,]*(?:\b(?:and then|and also|and|then|as well as)\b\s*(?:to\s*)?)?[\s,]*$/i, '').trim();
}

function decideObjectiveKind(lead: string, further: readonly string[]): ObjectiveKind {
  const kinds = [lead, ...further].map((action) => getVerbKind(findBaseVerb(getFirstWord(action)) ?? ''));
  const decisive = kinds.find((kind) => kind === 'offer' || kind === 'confirm' || kind === 'settle');
  return decisive ?? kinds.find((kind) => kind !== 'general') ?? 'general';
}

const callingPattern = new RegExp(
  '^(?:call|calling|contact|phone|ring|reach out to|reach|speak (?:to|with)|talk to|follow up with)\\s+(?<who>.+)$',
  'i',
);
const tellingPattern =
  /^(?:remind|inform|tell|notify|alert|warn|advise|update)\w*\s+(?<who>.+?)\s+that\s+(?<clause>.+)$/i;
const lettingPattern =
  /^let(?:ting)?\s+(?<who>.+?)\s+know\s+(?:that\s+)?(?<clause>(?!about|of|what|when|how|if|whether|where|why).+)$/i;

function parseReason(lead: string, isAddressed: boolean): CallReason | null {
  const address = (phrase: string) => toSecondPerson(phrase, isAddressed).trim();
  const clause = (tellingPattern.exec(lead) ?? lettingPattern.exec(lead))?.groups?.['clause'];
  if (clause) return truncateReason('because', lowerFirst(address(clause)));
  const who = callingPattern.exec(lead)?.groups?.['who'];
  if (who) {
    const whose = /\bwhose\s+(.+)$/i.exec(who)?.[1];
    if (whose) return truncateReason('because', `your ${address(whose)}`);
    const relative = /\b(?:who|that)\s+(.+)$/i.exec(who)?.[1];
    if (relative) return truncateReason('because', replaceTheyWithYou(address(`they ${relative}`)));
    const about = /\b(?:about|regarding|concerning)\s+(.+)$/i.exec(who)?.[1];
    if (about) return truncateReason('about', address(about));
    const infinitive = /\bto\s+(\p{Ll}+\s.+)$/u.exec(who)?.[1];
    if (infinitive && findBaseVerb(getFirstWord(infinitive))) return parseReason(infinitive, isAddressed);
    const having = /\bwith\s+(.+)$/i.exec(who)?.[1];
    if (having) return truncateReason('about', `your ${address(having).replace(/^(?:an?|the|your|their)\s+/i, '')}`);
    return truncateReason('to', `speak with you`);
  }
  if (findBaseVerb(getFirstWord(lead)) !== null) {
    const spoken = formatAction(lead, isAddressed);
    return spoken === '' ? { form: 'none', text: '' } : truncateReason('to', spoken);
  }
  const isNounPhrase =
    countWords(lead) <= 5 && !/\b(?:is|are|should|must|will|can|have|has|do|does|you|i|we)\b/i.test(lead);
  return isNounPhrase && !mentionsPeople(lead) ? truncateReason('about', lowerFirst(lead)) : null;
}

function replaceTheyWithYou(clause: string): string {
  return clause.replace(/^they\b/i, 'you');
}

/** Its verb as one says it to the person; empty where it is nobody's business but the caller's. */
function formatAction(action: string, isAddressed: boolean): string {
  const [verb = '', ...rest] = action.split(/\s+/);
  const base = findBaseVerb(verb) ?? verb.toLowerCase();
  if (rest.length === 0 || internalGoalPattern.test(base)) return '';
  const addressed = toSecondPerson(`${base} ${rest.join(' ')}`, isAddressed)
    .replace(/\byou (?:who|whose|that|which) .+?(?= (?:to|about|of|and|that|with)\b|$)/i, 'you')
    .trim();
  return softenedPhrases.reduce((spoken, [pattern, words]) => spoken.replace(pattern, words), addressed);
}

const internalGoalPattern =
  /^(?:increase|reduce|generate|retain|raise|qualify|screen|pre-screen|process|handle|manage)$/;

/** What a caller wants is not what a caller says. */
const softenedPhrases: readonly (readonly [RegExp, string])[] = [
  [/^(?:persuade|convince|encourage|get|make) you to\b/i, 'ask whether you would like to'],
  [/^(?:upsell|sell|pitch|promote|market) you (?:to|on)?\b/i, 'tell you about'],
  [/^(?:upsell|sell|pitch|promote|market)\b/i, 'tell you about'],
  [/^win you back\b/i, 'talk with you about coming back'],
];

const questionClausePattern = /\b(?:whether|if|how|what|when|which|why|where)\b (?:\p{L}+ ){0,6}?(?:you|your)\b.*$/iu;

function findQuestionClauses(action: string): readonly string[] {
  if (
    !/^(?:ask|find out|check|verify|learn|determine|survey|inquire|enquire|confirm|establish|question)\b/i.test(action)
  )
    return [];
  const clause = questionClausePattern.exec(action)?.[0];
  return clause && countWords(clause) <= 18 ? [lowerFirst(clause)] : [];
}

/** Cut at the last joint before it becomes too long to be listened to. */
function truncateReason(form: CallReason['form'], text: string): CallReason | null {
  const plain = text.replace(/[\s,;:.–—-]+$/, '').trim();
  if (plain === '') return null;
  if (countWords(plain) <= maxReasonWords) return { form, text: plain };
  const joints = [...plain.matchAll(/,| (?:and|so that|because|while|which|in order to|before|after|unless) /gi)];
  const joint = joints.findLast(({ index }) => countWords(plain.slice(0, index)) <= maxReasonWords);
  if (joint && countWords(plain.slice(0, joint.index)) >= 4) return { form, text: plain.slice(0, joint.index).trim() };
  return { form: form === 'because' ? 'quote' : form, text: truncateWords(plain, maxReasonWords) };
}
