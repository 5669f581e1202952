import { addressPerson, namesPeople } from './address-person.ts';
import { kindOfVerb, readVerb, type CallKind } from './objective-verbs.ts';
import { countWords, lowerFirst, takeWords, toPlainSpeech } from './plain-speech.ts';

/** How the reason of a call can be said: after "because", after "to", after "about", or only as it was written. */
export type Reason = { readonly form: 'because' | 'to' | 'about' | 'quote' | 'none'; readonly text: string };

export type Purpose = {
  readonly kind: CallKind;
  readonly reason: Reason;
  /** What the agent is to do beside, each after "to". */
  readonly further: readonly string[];
  /** What the objective wants to know, each after "could you tell me": "whether you are happy with it". */
  readonly wanted: readonly string[];
};

/** How the agent is to be, not what it is to do. */
const isManner = /^(?:you are|be|act as|never|always|do not|don['’]t|ignore|pretend|remember|speak|use|keep)\b/i;

const objectiveLengthMax = 400;
const reasonWordsMax = 28;
const furtherMax = 2;

const preamble =
  /^(?:(?:please|kindly)[, ]+|(?:the )?(?:agent|assistant|bot|goal|aim|objective|purpose|task|job|mission)(?:['’]s)?(?: of (?:this|the) (?:call|agent))?(?: (?:should|must|will|shall|is|has|needs|wants))?(?: to)?[: ]+|your (?:task|job|goal|role|objective|aim) is(?: to)?[: ]+|you (?:should|must|will|are (?:to|supposed to)|need to|have to)[ ]+|we (?:want|need|would like)(?: you)? to[ ]+|in order to[ ]+|to )+/i;

/** An objective as the agent will speak of it; whatever it is, the outcome can be said. */
export function readObjective(objective: string): Purpose {
  const plain = toPlainSpeech(objective, objectiveLengthMax)
    .replaceAll(/<[^<>]{0,200}>/g, ' ')
    .replaceAll(/["“”«»<>{}[\]`*_#|\\]+/g, '')
    .trim();
  const sentences = (plain.match(/[^.!?;。！？]+(?:[.](?=\S)[^.!?;。！？]*)*/g) ?? [])
    .map((one) => one.trim())

    .filter((one) => one !== '' && !isManner.test(one));
  const [first = '', ...others] = sentences;
  if (!/\p{L}/u.test(first) || first.length < 2)
    return { kind: 'general', reason: { form: 'none', text: '' }, further: [], wanted: [] };
  if (!isEnglish(plain)) return quote(first);
  const isAddressed = namesPeople(plain);
  const actions = [first, ...others].flatMap((sentence) => splitActions(stripPreamble(sentence)));
  const [lead, ...rest] = actions;
  if (lead === undefined) return quote(first);
  const reason = readReason(lead, isAddressed);
  if (reason === null) return quote(first);
  const furtherActions = rest.filter((action) => readVerb(firstWord(action)) !== null && countWords(action) <= 14);
  const spoken = furtherActions
    .filter((action) => findWanted(addressPerson(action, isAddressed)).length === 0)
    .map((action) => speakAction(action, isAddressed));
  const wanted = [lead, ...furtherActions].flatMap((action) => findWanted(addressPerson(action, isAddressed)));
  return {
    kind: decideKind(lead, furtherActions),
    reason,
    further: spoken.slice(0, furtherMax),
    wanted: wanted.slice(0, 2),
  };
}

/** "Renewals: explain the offer" is about explaining. */
function stripPreamble(sentence: string): string {
  const plain = sentence.replace(preamble, '');
  const labelled = /^[^:]{2,40}:\s+(.+)$/.exec(plain)?.[1];
  return labelled !== undefined && readVerb(firstWord(labelled)) !== null ? labelled : plain;
}

function quote(sentence: string): Purpose {
  return {
    kind: 'general',
    reason: { form: 'quote', text: takeWords(sentence, reasonWordsMax) },
    further: [],
    wanted: [],
  };
}

const commonWords =
  /\b(?:the|a|an|to|of|and|that|their|for|with|about|on|in|is|are|customers?|our|your|new|if|whether|they|them|or|from|at|by)\b/gi;

/** Enough for a sentence to be turned around in; short ones pass when they begin with a known verb. */
function isEnglish(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const latin = text.match(/[a-z]/gi)?.length ?? 0;
  if (latin < letters * 0.97) return false;
  const words = countWords(text);
  const common = text.match(commonWords)?.length ?? 0;
  if (words <= 6) return (latin === letters && common > 0) || readVerb(firstWord(text)) !== null;
  return common / words >= 0.15;
}

function firstWord(phrase: string): string {
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
    const isImperative = readVerb(firstWord(part)) === firstWord(part).toLowerCase() && !isNounHere(part);
    if (isImperative) {
      actions.push(trimJoint(open));
      open = part;
    } else open += part;
  }
  if (open.trim()) actions.push(trimJoint(open));
  return actions.filter((action) => countWords(action) > 0);
}

/** "call and order history": some verbs of the list are nouns as well. */
function isNounHere(part: string): boolean {
  return (
    countWords(part) < 2 ||
    /^(?:support|help|contact|order|change|plan|review|survey|questions?|interest|market|present|set|check|record)\s+(?:is|are|was|were|has|history|plan|plans|data|desk|team|number|details|information|status)\b/i.test(
      part,
    )
  );
}

function trimJoint(action: string): string {
  return action.replace(/[\s,]*(?:\b(?:and then|and also|and|then|as well as)\b\s*(?:to\s*)?)?[\s,]*$/i, '').trim();
}

function decideKind(lead: string, further: readonly string[]): CallKind {
  const kinds = [lead, ...further].map((action) => kindOfVerb(readVerb(firstWord(action)) ?? ''));
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

function readReason(lead: string, isAddressed: boolean): Reason | null {
  const address = (phrase: string) => addressPerson(phrase, isAddressed).trim();
  const clause = (tellingPattern.exec(lead) ?? lettingPattern.exec(lead))?.groups?.['clause'];
  if (clause) return bound('because', lowerFirst(address(clause)));
  const who = callingPattern.exec(lead)?.groups?.['who'];
  if (who) {
    const whose = /\bwhose\s+(.+)$/i.exec(who)?.[1];
    if (whose) return bound('because', `your ${address(whose)}`);
    const relative = /\b(?:who|that)\s+(.+)$/i.exec(who)?.[1];
    if (relative) return bound('because', agree(address(`they ${relative}`)));
    const about = /\b(?:about|regarding|concerning)\s+(.+)$/i.exec(who)?.[1];
    if (about) return bound('about', address(about));
    const infinitive = /\bto\s+(\p{Ll}+\s.+)$/u.exec(who)?.[1];
    if (infinitive && readVerb(firstWord(infinitive))) return readReason(infinitive, isAddressed);
    const having = /\bwith\s+(.+)$/i.exec(who)?.[1];
    if (having) return bound('about', `your ${address(having).replace(/^(?:an?|the|your|their)\s+/i, '')}`);
    return bound('to', `speak with you`);
  }
  if (readVerb(firstWord(lead)) !== null) {
    const spoken = speakAction(lead, isAddressed);
    return spoken === '' ? { form: 'none', text: '' } : bound('to', spoken);
  }
  const isNounPhrase =
    countWords(lead) <= 5 && !/\b(?:is|are|should|must|will|can|have|has|do|does|you|i|we)\b/i.test(lead);
  return isNounPhrase && !namesPeople(lead) ? bound('about', lowerFirst(lead)) : null;
}

function agree(clause: string): string {
  return clause.replace(/^they\b/i, 'you');
}

/** Its verb as one says it to the person; empty where it is nobody's business but the caller's. */
function speakAction(action: string, isAddressed: boolean): string {
  const [verb = '', ...rest] = action.split(/\s+/);
  const base = readVerb(verb) ?? verb.toLowerCase();
  if (rest.length === 0 || isOwnGoal.test(base)) return '';
  const addressed = addressPerson(`${base} ${rest.join(' ')}`, isAddressed)
    .replace(/\byou (?:who|whose|that|which) .+?(?= (?:to|about|of|and|that|with)\b|$)/i, 'you')
    .trim();
  return softened.reduce((spoken, [pattern, words]) => spoken.replace(pattern, words), addressed);
}

const isOwnGoal = /^(?:increase|reduce|generate|retain|raise|qualify|screen|pre-screen|process|handle|manage)$/;

/** What a caller wants is not what a caller says. */
const softened: readonly (readonly [RegExp, string])[] = [
  [/^(?:persuade|convince|encourage|get|make) you to\b/i, 'ask whether you would like to'],
  [/^(?:upsell|sell|pitch|promote|market) you (?:to|on)?\b/i, 'tell you about'],
  [/^(?:upsell|sell|pitch|promote|market)\b/i, 'tell you about'],
  [/^win you back\b/i, 'talk with you about coming back'],
];

const wantedPattern = /\b(?:whether|if|how|what|when|which|why|where)\b (?:\p{L}+ ){0,6}?(?:you|your)\b.*$/iu;

function findWanted(action: string): readonly string[] {
  if (
    !/^(?:ask|find out|check|verify|learn|determine|survey|inquire|enquire|confirm|establish|question)\b/i.test(action)
  )
    return [];
  const clause = wantedPattern.exec(action)?.[0];
  return clause && countWords(clause) <= 18 ? [lowerFirst(clause)] : [];
}

/** Cut at the last joint before it becomes too long to be listened to. */
function bound(form: Reason['form'], text: string): Reason | null {
  const plain = text.replace(/[\s,;:.–—-]+$/, '').trim();
  if (plain === '') return null;
  if (countWords(plain) <= reasonWordsMax) return { form, text: plain };
  const joints = [...plain.matchAll(/,| (?:and|so that|because|while|which|in order to|before|after|unless) /gi)];
  const joint = joints.findLast(({ index }) => countWords(plain.slice(0, index)) <= reasonWordsMax);
  if (joint && countWords(plain.slice(0, joint.index)) >= 4) return { form, text: plain.slice(0, joint.index).trim() };
  return { form: form === 'because' ? 'quote' : form, text: takeWords(plain, reasonWordsMax) };
}
