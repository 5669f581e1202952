import { toBaseForm, toPluralForm } from '../dialogue/to-second-person.ts';
import { countWords, lowerFirst, normalizeLine } from '../../../platform/text-line.ts';
import { fillTemplate } from '../spoken-text.ts';
import type { AnswerSentence } from '../../knowledge/answers/extract-sentences.ts';

export type GeneratedQuestion = {
  readonly text: string;
  /** Whether the question asks for exactly what the sentence states. Other questions ask about its subject. */
  readonly isExact: boolean;
};

const minQuestionWords = 4;
const maxQuestionWords = 18;

/** Matches one or more sentences of which the last one begins as questions do. */
const questionPattern =
  /(?:^|[.!?] )(?:how|what|when|where|which|who|whose|why|am|are|can|could|did|do|does|has|have|is|may|must|should|was|were|will|would)(?:n't)?\b[^.!?]*\?$/i;

/** Returns questions that a sentence answers, best first. Returns none if they would sound unnatural. */
export function generateQuestions(sentence: AnswerSentence, isFirstOfTopic: boolean): readonly GeneratedQuestion[] {
  const { topic, text, kind } = sentence;
  const exact: string[] = [];
  if (isFirstOfTopic && topic && questionPattern.test(topic)) exact.push(topic);
  if (kind === 'row') exact.push(...askAboutRow(text));
  else if (!isForStaff(text)) exact.push(...questionRules.flatMap((make) => make(text)));
  const inexact = kind === 'row' || isForStaff(text) ? [] : askAboutSubject(text);
  return [
    ...exact.map((question) => ({ text: normalizeQuestion(question), isExact: true })),
    ...inexact.map((question) => ({ text: normalizeQuestion(question), isExact: false })),
  ].filter(
    ({ text: question }) => countWords(question) >= minQuestionWords && countWords(question) <= maxQuestionWords,
  );
}

/** Returns whether a sentence is an instruction for employees. Recipients do not ask about those. */
function isForStaff(text: string): boolean {
  return /\b(?:agents?|dispatchers?|team leaders?|extension|L[123]|SEV-\d|callers?|playbook|handbook|duty (?:desk|engineer)|engineers?|crews?|booklet|paper|this (?:guide|policy|document)|case of the kind|the answer|tell the customer)\b/i.test(
    text,
  );
}

/** Noun phrases do not begin with these words. */
const phraseStartPattern =
  '(?!(?:it|they|this|that|these|those|he|she|we|i|you|there|here|on|in|at|for|from|by|with|to|if|when|while|as|after|before|during|until|since|ask|no|none|not|only|up|one|two|three|both|each|every|any|some|all|most|such|other|another|nobody|somebody|everything|nothing|what|who|which|whoever|how|where|please|and|or|but|so|then|also|more|less|finally|probably|neither|always|usually|often|please)\\b)';
const phraseWordPattern =
  "(?!(?:and|or|that|which|who|whom|whose|is|are|was|were|be|has|have|it|they|them|if|when|where|while|not|can|may|must|will|should|then|also|there|here)\\b)[\\p{L}\\d][\\p{L}\\d'’.-]*";
const nounPhrasePattern = `${phraseStartPattern}(?:(?:an?|the|our|your) )?${phraseWordPattern}(?: ${phraseWordPattern}){0,4}`;

const durationPattern =
  '(?:up to |about |around |only |at most |at least |no more than |between )*(?:an? (?:few |couple of |good )?(?:hour|minute|day|week|month|year|moment|second)|\\d|one|two|three|four|five|six|seven|eight|nine|ten|half an)';
const timePrefixPattern =
  '(?:at |on |within |after |every |before |from |in |until |by |about |(?:one|two|three|\\d+) (?:days?|weeks?|hours?|months?) )';

/** Main clauses that instruct employees. */
const staffInstructionPattern =
  '(?:please )?(?:offer|do not|set|say|ask|send|open|mark|pass|enter|write|look|note|give|take|block|interrupt|explain|transfer|call|check)\\b(?!.*\\b(?:you|your|us)\\b)';

type MatchGroups = Readonly<Record<string, string>>;
type QuestionRule = (text: string) => readonly string[];

function createQuestionRule(source: string, make: (groups: MatchGroups) => string): QuestionRule {
  const pattern = new RegExp(source, 'iu');
  return (text) => {
    const groups = pattern.exec(text)?.groups;
    const question = groups ? make(groups) : '';
    return question === '' ? [] : [question];
  };
}

const conjugateDo = (what: string) => (isPlural(what) ? 'do' : 'does');

const questionRules: readonly QuestionRule[] = [
  createQuestionRule(
    `^(?<what>${nounPhrasePattern}) costs? (?:about |only |just )?[$€£]?\\d`,
    ({ what = '' }) => `How much ${conjugateDo(what)} ${toMidSentence(what)} cost?`,
  ),
  createQuestionRule(
    `^(?<what>\\p{Lu}[\\p{L}\\d]+(?: [\\p{L}\\d]+){0,3})(?: \\([^)]*\\))?, [$€£]\\d`,
    ({ what = '' }) => `How much is ${what}?`,
  ),
  createQuestionRule(
    `\\bthe (?<what>(?:charge|fee|price|deposit|fine|penalty) for (?:an? |the )?${phraseWordPattern}(?: ${phraseWordPattern}){0,3}) is [$€£]?\\d`,
    ({ what = '' }) => `How much is the ${what}?`,
  ),
  createQuestionRule(
    `^(?<what>${nounPhrasePattern}) (?<verb>takes?|lasts?) ${durationPattern}`,
    ({ what = '', verb = '' }) => `How long ${conjugateDo(what)} ${toMidSentence(what)} ${toBaseForm(verb)}?`,
  ),
  createQuestionRule(
    `^(?<what>${nounPhrasePattern}) (?<verb>is|are) open `,
    ({ what = '', verb = '' }) => `When ${verb} ${toMidSentence(what)} open?`,
  ),
  createQuestionRule(
    `^(?<what>${nounPhrasePattern}) (?<verb>opens?|closes?|starts?|begins?|ends?|arrives?|go(?:es)? out|expires?) ${timePrefixPattern}`,
    ({ what = '', verb = '' }) =>
      `When ${conjugateDo(what)} ${toMidSentence(what)} ${verb.replace(/^\S+/, toBaseForm)}?`,
  ),
  createQuestionRule(
    `^(?<what>${nounPhrasePattern}) (?<verb>appears?) (?:on|in|at) `,
    ({ what = '' }) => `Where ${conjugateDo(what)} ${toMidSentence(what)} appear?`,
  ),
  createQuestionRule(
    `^(?<what>${nounPhrasePattern}) (?<verb>is|are) (?:located|situated|found|based) `,
    ({ what = '', verb = '' }) => `Where ${verb} ${toMidSentence(what)}?`,
  ),
  createQuestionRule(
    `^(?<what>${nounPhrasePattern}) (?<verb>includes?|covers?|contains?|needs?|requires?) (?!about|only|up)`,
    ({ what = '', verb = '' }) =>
      broadSubjectPattern.test(what) ? '' : `What ${conjugateDo(what)} ${toMidSentence(what)} ${toBaseForm(verb)}?`,
  ),
  createQuestionRule(`^If (?<clause>[^,;:()]{12,90}), (?!${staffInstructionPattern})`, ({ clause = '' }) =>
    askWhatHappens(clause),
  ),
  createQuestionRule(
    `^(?:The |A |Each |Every )?(?:customers?|clients?|members?|tenants?|guests?|patients?|visitors|students?|you) (?:can|may) (?!not|only|then|also|be)(?<rest>\\p{Ll}+ [^,;:()]{4,60}?)(?=[.,;:]| (?:until|if|when|where|within|after|before|from|at least|without|so|as|which|who|by (?:the|a)|in (?:either|any))\\b)`,
    ({ rest = '' }) =>
      unresolvedReferencePattern.test(rest) || rest.endsWith(' first') ? '' : `Can I ${toFirstPerson(rest)}?`,
  ),
  createQuestionRule(
    `^(?<what>${nounPhrasePattern}) (?:can|may) be (?<done>\\p{L}+(?:ed|en|paid|sent|kept)(?: or \\p{L}+ed)?(?: (?:free of charge|by \\p{L}+|online|at any time|in writing|by phone))?)(?=[ .,;])(?! (?:along|on|to|up|off|out|over|as)\\b)`,
    ({ what = '', done = '' }) => `Can ${toMidSentence(what)} be ${done}?`,
  ),
  createQuestionRule(
    `^(?<what>${phraseStartPattern}(?!the |an? )${phraseWordPattern}(?: ${phraseWordPattern}){0,3}) are (?<done>made|sent|due|charged|delivered|published|collected) (?:on|within|after|every|for|until|in) `,
    ({ what = '', done = '' }) => (isPlural(what) ? `When are ${toMidSentence(what)} ${done}?` : ''),
  ),
  createQuestionRule(
    `^(?<what>${nounPhrasePattern}) (?<verb>is|are) (?<how>free of charge|available|included|allowed)\\b`,
    ({ what = '', verb = '', how = '' }) => `${verb} ${toMidSentence(what)} ${how}?`,
  ),
  createQuestionRule(`^(?<code>\\p{Lu}{1,3}-\\d{2,4}): `, ({ code = '' }) => `What does the code ${code} mean?`),
];

const subjectPattern = new RegExp(
  `^(?<what>(?:the |our |an? )?${phraseStartPattern}${phraseWordPattern}(?: ${phraseWordPattern}){0,3}) (?:is|are|has|have|can|will|must|may|comes?|runs?|works?|offers?|provides?|allows?|means?|applies|apply|gets?|keeps?) `,
  'iu',
);

/** Asks about the subject of a sentence. The templates are grammatical with any noun phrase. */
function askAboutSubject(text: string): readonly string[] {
  const what = subjectPattern.exec(text)?.groups?.['what'];
  if (!what || unresolvedReferencePattern.test(what) || broadSubjectPattern.test(what)) return [];
  return [
    fillTemplate(subjectQuestionTemplates[text.length % subjectQuestionTemplates.length] ?? '', {
      subject: toMidSentence(what),
    }),
  ];
}

const subjectQuestionTemplates = [
  'What can you tell me about {subject}?',
  'Can you tell me more about {subject}?',
  'What should I know about {subject}?',
];
/** Subjects that are unclear without context, such as "the desk". */
const broadSubjectPattern = /^(?:(?:an?|the|our) )?\S+$|\b(?:customers?|person|people|you|your|line|amount|case)\b/i;

const unresolvedReferencePattern =
  /\b(?:it|its|they|them|their|this|that|these|those|he|him|his|she|her|one|ones|other|so|such|we|us|our|yours|mine|then|accept)\b/i;
const vagueClausePattern =
  /^(?:nobody|no one|nothing|somebody else|the (?:answer|other|cause|case|figure|drops|code|remedy|number|amount|question|reason)|in|so|not|needed|possible|necessary|only|a number|a remedy|there|you (?:are|is) (?:right|wrong)|the customer is (?:right|wrong))\b/i;

/** Asks about a condition, unless it refers to an earlier sentence. */
function askWhatHappens(clause: string): string {
  if (unresolvedReferencePattern.test(clause) || vagueClausePattern.test(clause)) return '';
  const addressed = clause
    .replaceAll(/\b(?:the|a) customer['’]s\b/gi, 'your')
    .replaceAll(/\b(?:the|a) customer\b/gi, 'you');
  const condition = toFirstPerson(
    addressed.replaceAll(/\byou (\p{Ll}+s)\b/gu, (_, verb: string) => `you ${toPluralForm(verb)}`),
  );
  return /\bcustomer/i.test(condition) ? '' : `What happens if ${condition}?`;
}

function isPlural(what: string): boolean {
  const head = what.split(/ (?:of|for|in|on|from|to|with|by) /)[0] ?? what;
  return /[^siu]s$/i.test(head) && !/^(?:an?) /i.test(what);
}

/** Rewrites the start of a sentence for the middle of another one. The company's "our" becomes "your". */
function toMidSentence(what: string): string {
  const [, second = ''] = what.split(' ');
  const isName = /^[\p{Lu}\d]/u.test(second);
  return (isName ? what : lowerFirst(what)).replace(/^our /i, 'your ');
}

function toFirstPerson(clause: string): string {
  return clause
    .replaceAll(/\byou are\b/gi, 'I am')
    .replaceAll(/\byou were\b/gi, 'I was')
    .replaceAll(/\b(to|for|with|from|of|tell|give|call|send|ask|let) you\b/gi, '$1 me')
    .replaceAll(/\byourself\b/gi, 'myself')
    .replaceAll(/\byour\b/gi, 'my')
    .replaceAll(/\byou\b/gi, 'I');
}

/** Asks for the price in a row such as "Late payment: $8.00". Rows with several prices are unclear without their header. */
function askAboutRow(text: string): readonly string[] {
  const [name = '', values = ''] = text.split(/:\s(.+)/);
  const head = name.split(',')[0] ?? name;
  if (!/^[\p{Lu}\d][\p{L}\d '’-]+$/u.test(head) || countWords(head) > 6) return [];
  if ((values.match(/[$€£]\s?\d/g) ?? []).length !== 1 || /[$€£]\s?0(?:[.,]0+)?(?!\d)/.test(values)) return [];
  if (/ [\p{Lu}\d]/u.test(head)) return [`How much does ${head} cost?`];
  const article = getIndefiniteArticle(head);
  return article ? [`How much do you charge for ${article}${lowerFirst(head)}?`] : [];
}

function getIndefiniteArticle(head: string): string {
  const thing = head.split(/ (?:of|for|to|in) /)[0] ?? head;
  const isCountable =
    /(?:payment|bill|card|visit|outlet|installation|move|reconnection|copy|change|delivery|repair|room|ticket|appointment|session|class|lesson|consultation|treatment|cleaning)$/i.test(
      thing,
    );
  return isCountable ? (/^[aeiou]/i.test(head) ? 'an ' : 'a ') : '';
}

function normalizeQuestion(question: string): string {
  const plain = normalizeLine(question, 160).replace(/[\s,;:.]+\?$/, '?');
  return plain.slice(0, 1).toUpperCase() + plain.slice(1);
}
