import { countWords, lowerFirst } from './plain-speech.ts';
import type { Speakable } from './speakable-sentences.ts';

/** What a recipient could ask so that a sentence answers it; several are tried, best first. */
export function makeQuestions(sentence: Speakable): readonly string[] {
  const made: string[] = [];
  const { topic, text, kind } = sentence;
  if (topic?.endsWith('?') && isAskable(topic)) made.push(topic);
  if (kind === 'row') made.push(...askAboutRow(text));
  else if (!speaksToStaff(text)) for (const make of makers) made.push(...make(text));
  return made.map(tidy).filter((question) => countWords(question) >= 4 && countWords(question) <= 18);
}

/** Questions that stand on their own: "Where is it?" needs what was said before. */
function isAskable(question: string): boolean {
  return countWords(question) <= 20 && !/^(?:and|but|or|so)\b/i.test(question) && /\p{L}{3}/u.test(question);
}

/** Rules for those who work there are not what a caller asks about. */
function speaksToStaff(text: string): boolean {
  return /\b(?:agents?|dispatchers?|team leaders?|extension|L[123]|caller'?s?|playbook|handbook|duty desk|engineers?|crew|booklet|paper|this (?:guide|policy|document))\b/i.test(
    text,
  );
}

const noun =
  "(?:an? |the |each |every |any |one |another )?(?:(?!(?:and|or|that|which|who|is|are|was|it|they|if|when|where|for|at|of)\\b)[\\p{L}\\d'’.-]+ ){0,4}(?!(?:it|they|this|that|these|those|he|she|also|then|which|who|there|here|and|or)\\b)[\\p{L}\\d'’-]{2,}";
const pattern = (source: string) => new RegExp(source, 'u');

const costs = pattern(`^(?<what>${noun}) costs? (?:about |only |just )?[$€£]?\\d`);
const charged = pattern(
  `(?:^|\\bthe )(?<what>(?:charge|fee|price|deposit|fine|penalty) for (?:an? |the )?[\\p{L} -]{3,40}?) is [$€£]?\\d`,
);
const takes = pattern(
  `^(?<what>${noun}) (?<verb>takes?|lasts?) (?:up to |about |around |only |at most |no more than )?(?:an? |\\d|one|two|three|four|five|six|seven|eight|nine|ten|half)`,
);
const ifFirst = pattern(`^If (?<clause>[^,;:()]{8,90}), (?!\\p{Ll}+ (?:it|them)\\b)`);
const canBe = pattern(
  `^(?<what>${noun}) (?<verb>can|may|must) (?<rest>(?:also )?be [\\p{L}]+(?:ed|en|t|wn)(?: or \\p{L}+ed)?(?: (?:free of charge|by \\p{L}+|in (?:a shop|writing|the app)|online|at any time|outside|with \\p{L}+))?)`,
);
const canDo = pattern(
  `^(?:The |A |Each |Every )?(?:customers?|clients?|members?|tenants?|guests?|patients?|you) (?<verb>can|may|must) (?!not|only|then)(?<rest>\\p{Ll}+ [^,;:()]{4,60}?)(?=$|[.,;:]| (?:until|if|when|where|within|after|before|from|at least|without|so|as|which|who|by (?:the|a))\\b)`,
);
const isFree = pattern(
  `^(?<what>${noun}) (?<verb>is|are) (?:free(?: of charge)?|available|included|open|closed|required|allowed|sold|possible|reserved)\\b`,
);
const openFrom = pattern(`^(?<what>${noun}) (?<verb>is|are) open `);
const madeOn = pattern(
  `^(?<what>${noun}) (?<verb>is|are) (?<done>(?:made|sent|paid|due|charged|delivered|printed|read|updated|checked|kept|deleted|confirmed|answered|collected|returned)\\b)[^.]* (?:on|within|after|every|for|until|in) (?:the )?(?:\\d|\\p{Ll}+ (?:days?|weeks?|hours?|months?|years?)|first|last|next)`,
);

type Maker = (text: string) => readonly string[];

const makers: readonly Maker[] = [
  (text) =>
    ask(costs, text, ({ what = '' }) => `How much ${isManyWords(what) ? 'do' : 'does'} ${lowerFirst(what)} cost?`),
  (text) => ask(charged, text, ({ what = '' }) => `How much is the ${what}?`),
  (text) =>
    ask(
      takes,
      text,
      ({ what = '', verb = '' }) =>
        `How long ${isManyWords(what) ? 'do' : 'does'} ${lowerFirst(what)} ${verb.replace(/s$/, '')}?`,
    ),
  (text) => ask(openFrom, text, ({ what = '', verb = '' }) => `When ${verb} ${lowerFirst(what)} open?`),
  (text) => ask(ifFirst, text, ({ clause = '' }) => whatHappens(clause)),
  (text) =>
    ask(canDo, text, ({ verb = '', rest = '' }) =>
      isOwn(rest) ? `${verb === 'must' ? 'Do I have to' : 'Can I'} ${toFirstPerson(rest)}?` : '',
    ),
  (text) =>
    ask(
      canBe,
      text,
      ({ what = '', verb = '', rest = '' }) => `${verb === 'must' ? 'Must' : 'Can'} ${lowerFirst(what)} ${rest}?`,
    ),
  (text) => ask(madeOn, text, ({ what = '', verb = '', done = '' }) => `When ${verb} ${lowerFirst(what)} ${done}?`),
  (text) =>
    ask(
      isFree,
      text,
      ({ what = '', verb = '' }) =>
        `${verb === 'is' ? 'Is' : 'Are'} ${lowerFirst(what)} ${/ (?:is|are) (\p{Ll}+(?: of charge)?)/u.exec(text)?.[1] ?? 'free'}?`,
    ),
];

function ask(found: RegExp, text: string, make: (groups: Record<string, string>) => string): readonly string[] {
  const groups = found.exec(text)?.groups;
  const question = groups ? make(groups) : '';
  return question === '' ? [] : [question];
}

function isManyWords(what: string): boolean {
  const head = what.split(' ').at(-1) ?? '';
  return /[^siu]s$/i.test(head) && !/^(?:a|an|each|every|one|another) /i.test(what);
}

/** Only conditions that speak of nothing said before. */
function whatHappens(clause: string): string {
  if (
    /\b(?:it|they|them|he|she|him|her|this|that one|those|these|its|their|so|then|not already|we|us|our)\b/i.test(
      clause,
    )
  )
    return '';
  const own = toFirstPerson(
    clause
      .replaceAll(/\b(?:the|a) customer\b/gi, 'you')
      .replaceAll(/\byou (\p{Ll}+s)\b/gu, (all, verb: string) => agreeWithI(all, verb)),
  );
  return /\bcustomer/i.test(own) ? '' : `What happens if ${lowerFirst(own)}?`;
}

function agreeWithI(all: string, verb: string): string {
  const irregular: Readonly<Record<string, string>> = { is: 'are', has: 'have', does: 'do', was: 'were' };
  if (irregular[verb]) return `you ${irregular[verb]}`;
  if (/ss$/.test(verb)) return all;
  const base = /[^aeiou]ies$/.test(verb)
    ? `${verb.slice(0, -3)}y`
    : /(?:sses|ches|shes|xes|oes)$/.test(verb)
      ? verb.slice(0, -2)
      : verb.slice(0, -1);
  return `you ${base}`;
}

function isOwn(rest: string): boolean {
  return !/\b(?:it|they|them|this|those|these|their|its|him|her)\b/i.test(rest);
}

function toFirstPerson(clause: string): string {
  return clause
    .replaceAll(/\byou are\b/gi, 'I am')
    .replaceAll(/\byou were\b/gi, 'I was')
    .replaceAll(/\b(?:to|for|with|from|tell|give|call|send|ask|let) you\b/gi, (all) => all.replace(/you$/i, 'me'))
    .replaceAll(/\byourself\b/gi, 'myself')
    .replaceAll(/\byours\b/gi, 'mine')
    .replaceAll(/\byour\b/gi, 'my')
    .replaceAll(/\byou\b/gi, 'I');
}

/** "Late payment: $8.00, if …" */
function askAboutRow(text: string): readonly string[] {
  const [name = '', values = ''] = text.split(/:\s(.+)/);
  if (!/[$€£]\s?\d/.test(values) || /[$€£]/.test(name) || countWords(name) > 6 || /^\p{Ll}|\d{3,}.*\d{3,}/u.test(name))
    return [];
  const head = name.split(',')[0] ?? name;
  if (countWords(head) < 1 || !/^[\p{L}\d][\p{L}\d '’-]+$/u.test(head)) return [];
  const amounts = values.match(/[$€£]\s?\d/g)?.length ?? 0;
  if (amounts > 1 || /^\p{Lu}.*\p{Lu}/u.test(head)) return [`How much does ${head} cost?`];
  return [`How much do you charge for ${article(head)}${lowerFirst(head)}?`];
}

function article(head: string): string {
  const isCountable =
    /(?:payment|bill|card|visit|outlet|installation|move|reconnection|copy|change|delivery|repair|room|ticket|appointment|session|class|lesson)\b/i.test(
      head,
    ) && !/s$/.test(head);
  return isCountable ? (/^[aeiou]/i.test(head) ? 'an ' : 'a ') : '';
}

function tidy(question: string): string {
  const plain = question
    .replaceAll(/\s+/g, ' ')
    .replace(/[\s,;:.]+\?$/, '?')
    .trim();
  return plain.slice(0, 1).toUpperCase() + plain.slice(1);
}
