import {
  endsAsQuestion,
  listContentWords,
  splitTurns,
  type SummarizedTurn,
  type TranscriptSentence,
} from './transcript-sentences.ts';

const maxNextSteps = 6;

const actionPattern =
  '(?:send|e-?mail|mail|text|message|write|call|phone|ring|try|get back|follow up|forward|let you know|have (?!to\\b)|ask|' +
  'arrange|schedule|reschedule|book|set up|put (?:you |it |that |this )?(?:down|in|on)|put down|note|look into|look (?:it|that|this|them) up|' +
  'find out|confirm|order|ship|deliver|return|refund|credit|update|cancel|pay|transfer|prepare|be in touch|be there|' +
  'be back|make sure|talk|speak|bring|come|meet|open|fix|repair|replace|resend|review|sign|submit|visit|share|contact|reach out|' +
  'remind|remove|add|take care of|put you through|hand(?:ing)? you over|pass (?:it|that|this|them|your|the|on|along)|give (?:you|him|her|them|it|us|me))';

/** Promises of a speaker, and of people in whose name they speak. A question or a condition is not a promise. */
const promisePatterns = [
  `\\b(?:i|we)(?:['’]ll| will|['’]m going to|['’]re going to| am going to| are going to) (?:\\w+ly |also |then |just |happily )*${actionPattern}\\b`,
  `\\b(?:someone|somebody|the team|(?:a|our|the|my) \\w+|they|he|she)(?: (?:from|in|of|on) [\\w ]{2,20}?)?(?:['’]ll| will|['’]s going to| is going to|['’]re going to) (?:also |then |just )*${actionPattern}`,
  `\\byou(?:['’]ll| will) (?:also |then )*(?:get|receive|hear from|be (?:called|contacted|e-?mailed))\\b`,
  `\\bi(?:['’]ve| have) (?:just )?(?:(?:booked|scheduled|arranged|ordered|forwarded|requested|canceled|cancelled|removed)\\b|put you down so)`,
].map((source) => new RegExp(source, 'i'));

const requestPatterns = [
  `\\bplease,? (?:just |also |don['’]t (?:ever )?|do not (?:ever )?|never )?${actionPattern}\\b`,
  `\\b(?:can|could|would|will) (?:you|somebody|someone|anybody) (?:please |just |maybe )*${actionPattern}\\b`,
  `^\\W*(?:(?:okay|ok|yes|sure|well|so|then|and|but|just)\\W+)*(?:(?:call|phone|ring|try|text|e-?mail|contact|remind) (?:me|us)|send (?:me|us|it|that))\\b`,
  `\\b(?:stop|quit) calling (?:me|us)\\b|\\bdon['’]t call (?:me|us)\\b`,
].map((source) => new RegExp(source, 'i'));

/** A request to the recipient, in messages on a voicemail. */
const callBackPattern = /\bgive (?:us|me|[\p{Lu}][\p{L}\p{N}' ]+) a call(?: back)?\b|\bcall (?:us|me) back\b/u;

const dayPattern =
  '(?:to-?morrow|to-?night|today|(?:this|next) (?:week|month|morning|afternoon|evening|weekend)|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|' +
  '(?:jan|febr)uary|march|april|june|july|august|(?:septem|octo|novem|decem)ber)';
const numberPattern =
  '(?:\\d{1,2}(?::\\d{2})?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon|midday)';
const timePattern = new RegExp(
  `\\b${dayPattern}\\b|\\b(?:at|around|about|after|before|by|until) ${numberPattern}\\b|` +
    `\\bin (?:an?|${numberPattern}|a (?:few|couple of)) (?:minutes?|hours?|days?|weeks?)\\b|\\b(?:morning|afternoon|evening)\\b`,
  'i',
);
const timeWordsPattern = new RegExp(
  `\\b(?:${dayPattern}|${numberPattern}|morning|afternoon|evening|hours?|days?|weeks?)\\b`,
  'gi',
);

/**
 * Finds promises, requests and agreed times in a transcript, as sentences in their order, by patterns of English phrases. Of several
 * sentences about the same step, the last one is returned, because it is what both agreed on.
 */
export function findNextSteps(
  turns: readonly SummarizedTurn[],
  sentences = splitTurns(turns),
): readonly TranscriptSentence[] {
  let found: TranscriptSentence[] = [];
  for (const sentence of sentences) {
    if (sentence.speaker === 'agent' && revisionPattern.test(sentence.text))
      found = found.filter((step) => !isAgreed(step, turns));
    if (!isNextStep(sentence, turns)) continue;
    const earlier = found.findIndex((other) => isSameStep(other, sentence));
    if (earlier !== -1) found.splice(earlier, 1);
    found.push(sentence);
  }
  return found.slice(-maxNextSteps);
}

/** The agent repeats a time that replaces the one that was agreed on, or takes that back. */
const revisionPattern = /\bchanged (?:it|that) to\b|\binstead\.$|\btaken (?:it|that) back\b|\bnot confirmed anymore\b/i;

function isAgreed({ text, speaker, turnIndex }: TranscriptSentence, turns: readonly SummarizedTurn[]): boolean {
  return speaker === 'agent' && isAgreedTime(text, turns[turnIndex - 1]);
}

function isNextStep({ text, speaker, turnIndex }: TranscriptSentence, turns: readonly SummarizedTurn[]): boolean {
  if (speaker === 'user' && requestPatterns.some((pattern) => pattern.test(text))) return true;
  if (
    endsAsQuestion({ text }) ||
    /^\W*you can\b|^\W*(?:if|unless|when|whether)\b(?!.*,.*\b(?:i|we)['’]ll\b)(?!.*\bgive\b)/i.test(text)
  )
    return false;
  const turn = turns[turnIndex];
  // The answer to a question repeats what a document says, such as "The technician will call an hour before the visit."
  const isFromDocument = turn?.passages.some((passage) => isQuoted(text, passage.text)) ?? false;
  if (isFromDocument) return false;
  if (promisePatterns.some((pattern) => pattern.test(text))) return true;
  if (speaker === 'agent' && callBackPattern.test(text)) return true;
  return speaker === 'agent' && isAgreedTime(text, turns[turnIndex - 1]);
}

/** Returns whether the agent repeats the time that the recipient has just named. */
function isAgreedTime(text: string, previous: SummarizedTurn | undefined): boolean {
  if (previous?.speaker !== 'user' || !timePattern.test(text) || !timePattern.test(previous.text)) return false;
  const named = new Set(listTimeWords(previous.text));
  return listTimeWords(text).some((word) => named.has(word));
}

const listTimeWords = (text: string) => (text.match(timeWordsPattern) ?? []).map((word) => word.toLowerCase());

/** Returns whether most content words of a sentence are in a passage. */
function isQuoted(sentence: string, passage: string): boolean {
  const words = listContentWords(sentence);
  const passageWords = new Set(listContentWords(passage));
  return words.length > 0 && words.filter((word) => passageWords.has(word)).length / words.length > 0.7;
}

/** Returns whether both sentences promise, ask for or confirm the same: they share most words, or a time and nearby turns. */
export function isSameStep(first: TranscriptSentence, second: TranscriptSentence): boolean {
  const isNear = Math.abs(second.turnIndex - first.turnIndex) <= 2;
  const secondTimes = new Set(listTimeWords(second.text));
  if (isNear && listTimeWords(first.text).some((word) => secondTimes.has(word))) return true;
  const [firstWords, secondWords] = [first, second].map(
    ({ text }) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []),
  );
  if (!firstWords || !secondWords) return false;
  const shared = [...firstWords].filter((word) => secondWords.has(word)).length;
  return shared / Math.max(1, Math.min(firstWords.size, secondWords.size)) >= 0.75;
}
