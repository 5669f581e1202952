import type { QuestionType } from './agent-definition.ts';

/** Matches the start of a request for data, such as “Could you tell me”: it is no question for a yes. */
const requestPattern =
  /^(?:(?:and|so|now|please|first|finally),? )*(?:can|could|would|will|may|might) (?:you|i|we)(?: please| just)? (?:tell|give|let|have|ask|take|spell|name|say|note|confirm (?:your|the))\b|^do you (?:know|remember)\b/i;
const yesNoPattern =
  /^(?:(?:and|so|now|first|finally|hi|hello),? )*(?:whether|if|are|is|was|were|do|does|did|has|have|had|can|could|would|will|shall|should|may|must)(?:n['’]t)?\b(?!.* or )/i;
const dayPattern = /\b(?:when|(?:which|what)(?: other| exact)? (?:day|date))\b/i;

/** The patterns of each type, in the order in which they are tried. */
const patterns: readonly (readonly [QuestionType, RegExp])[] = [
  ['email', /\be-?mail\b/i],
  ['text', /\b(?:date of birth|birth ?date|birthday)\b/i],
  ['time', /\b(?:what|which) time\b/i],
  ['date', dayPattern],
  ['number', /\bhow (?:many|old)\b|\bnumber of\b/i],
];

/** Guesses what kind of answer a question asks for from its words. It may be a clause, such as “whether the repair worked”. */
export function guessQuestionType(question: string): QuestionType {
  const text = question.trim();
  if (yesNoPattern.test(text) && !requestPattern.test(text)) return 'yes_no';
  return patterns.find(([, pattern]) => pattern.test(text))?.[0] ?? 'text';
}
