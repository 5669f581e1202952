import type { Random } from '../../../platform/seeded-random.ts';
import { fillTemplate } from '../spoken-text.ts';

/** Forms of questions that are made from documents, each with other words for the same. `{a}` and `{b}` are its parts. */
const paraphrases: readonly (readonly [RegExp, readonly string[]])[] = [
  [
    /^How much (?:does|do) (?<a>.+) cost\?$/i,
    [
      'What would I have to pay for {a}?',
      "What's the price of {a} with you?",
      'How expensive is {a}?',
      'What do you charge for {a}?',
    ],
  ],
  [
    /^How much (?:is|are) (?<a>.+)\?$/i,
    [
      'What would I have to pay for {a}?',
      'How expensive is {a}?',
      'What does it come to for {a}?',
      'What do you want for {a}?',
    ],
  ],
  [
    /^How long (?:does|do) (?<a>.+) (?:take|last)\?$/i,
    ['How much time should I plan for {a}?', 'How many hours or days is it for {a}?', 'Does {a} take very long?'],
  ],
  [
    /^When (?:is|are) (?<a>.+) open\?$/i,
    ['What are the opening hours of {a}?', 'Until what time can I come to {a}?', 'What time can I reach {a}?'],
  ],
  [
    /^When (?:does|do) (?<a>.+) (?<b>start|begin|end|arrive|expire|open|close)\?$/i,
    ['From or until when is that: when does {a} {b}?', 'On which date does {a} {b}?', 'What time or day will {a} {b}?'],
  ],
  [/^When are (?<a>.+) (?<b>\w+)\?$/i, ['At what point do {a} get {b}?', 'On which day are {a} usually {b}?']],
  [/^Where (?:is|are) (?<a>.+)\?$/i, ['How do I find {a}?', 'Where would I look for {a}?']],
  [/^Where (?:does|do) (?<a>.+) appear\?$/i, ['Where do I get to see {a}?', 'Where would I look for {a}?']],
  [
    /^Can I (?<a>.+)\?$/i,
    ['Would it be possible to {a}?', 'Is it okay for me to {a}?', 'Am I allowed to {a}?', 'Do you let people {a}?'],
  ],
  [/^Can (?<a>.+) be (?<b>\w+(?: .+)?)\?$/i, ['Is there a way to get {a} {b}?', 'Is it possible that {a} gets {b}?']],
  [
    /^What happens (?:if|when) (?<a>.+)\?$/i,
    ['And what do you do if {a}?', 'What would that mean for me if {a}?', 'So suppose {a}, what then?'],
  ],
  [/^What (?:does|do) (?<a>.+) include\?$/i, ['What do I get with {a}?', 'What all is part of {a}?']],
  [/^What (?:does|do) (?<a>.+) (?:cover|contain)\?$/i, ['What all is part of {a}?', 'What is in {a}?']],
  [
    /^What (?:does|do) (?<a>.+) (?:need|require)\?$/i,
    ['What is necessary for {a}?', 'What do I have to have for {a}?'],
  ],
  [
    /^What does the code (?<a>\S+) mean\?$/i,
    ['My box says {a}, what is that?', 'It shows {a}. What does that tell me?'],
  ],
  [/^(?:Is|Are) (?<a>.+) free of charge\?$/i, ['Do I have to pay anything for {a}?', 'Does {a} cost extra?']],
  [
    /^(?:Is|Are) (?<a>.+) (?<b>available|included|allowed)\?$/i,
    ['Would I get {a}, is that {b}?', 'How about {a}, is that {b}?'],
  ],
  [
    /^(?:What can you tell me about|Can you tell me more about|What should I know about) (?<a>.+)\?$/i,
    ['What is it with {a}?', 'How does it work with {a}?', "What's the deal with {a}?"],
  ],
];

/** Words that customers use for what documents call otherwise. */
const otherWords: ReadonlyMap<string, string> = new Map(
  (
    'bill:invoice invoice:bill fee:charge contract:agreement agreement:contract technician:installer technicians:installers ' +
    'cancel:call_off canceled:called_off discount:rebate deposit:down_payment refund:repayment ' +
    'installation:setup outage:interruption router:modem damaged:broken customers:people household:home ' +
    'moved:shifted parcel:package parcels:packages vehicle:car tenant:renter ' +
    'guests:visitors baggage:luggage physician:doctor children:kids child:kid dispatched:sent notify:tell additional:extra'
  )
    .split(' ')
    .map((pair) => pair.replaceAll('_', ' ').split(':') as [string, string]), // each has two parts
);

/** The share of words with another word that a recipient replaces. */
const replacedShare = 0.5;

/** Asks the same as a question that was made from a document, in other words, as someone does who has not read it. */
export function paraphraseQuestion(question: string, random: Random): string {
  for (const [pattern, templates] of paraphrases) {
    const groups = pattern.exec(question)?.groups;
    if (groups) return replaceWords(fillTemplate(random.pick(templates), groups), random);
  }
  return replaceWords(question, random);
}

function replaceWords(question: string, random: Random): string {
  return question.replaceAll(/\b\p{Ll}+\b/gu, (word) =>
    random.chance(replacedShare) ? (otherWords.get(word) ?? word) : word,
  );
}
