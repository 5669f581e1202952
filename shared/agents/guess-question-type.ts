import type { QuestionType } from './agent-definition.ts';

/** Matches the start of a request for data, such as “Could you tell me”: it is no question for a yes. */
const requestPattern =
  /^(?:(?:and|so|now|please|first|finally),? )*(?:can|could|would|will|may|might) (?:you|i|we)(?: please| just)? (?:tell|give|let|have|ask|take|spell|name|say|note|confirm (?:your|the))\b|^do you (?:know|remember)\b/i;
const yesNoPattern =
  /^(?:(?:and|so|now|first|finally|hi|hello),? )*(?:whether|if|are|is|was|were|do|does|did|has|have|had|can|could|would|will|shall|should|may|must)(?:n['’]t)?\b(?!.* or )/i;
const dayPattern = /\b(?:when|(?:which|what)(?: other| exact)? (?:day|date))\b/i;

/** Matches the words before the choices of a question: “Would you prefer” and “Is it”. */
const choiceLeadPattern =
  /^(?:(?:and|so|or),? )?(?:(?:do|would|will) you (?:prefer|like|want|rather have)|which (?:do you prefer|would you prefer|suits you(?: better)?)[,:]?|(?:is|was) (?:it|that|this)(?: for)?|are you|do you) /i;
const articlePattern = /^(?:(?:in|on|by|for|at|with) )?(?:(?:an?|the|your) )?/i;
/** Matches words with which no choice begins: “Do you have any questions or concerns?” */
const noChoicePattern = /^(?:have|had|need|know|any|us|me|it|to|not|you|there|interested)\b/i;
const maxChoiceWords = 3;

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

/** Returns the choices that a question names: “Morning” and “Afternoon” of “Morning or afternoon?”. Empty if it names none. */
export function listNamedChoices(question: string): readonly string[] {
  const [, list = ''] = /^(.+ or .+)\?$/i.exec(question.trim().replace(choiceLeadPattern, '')) ?? [];
  const choices = list.split(/,? or |, /i).map((choice) => choice.replace(articlePattern, '').trim());
  const areNamed = choices.every(
    (choice) =>
      /^\p{L}[\p{L}\p{N}' -]*$/u.test(choice) &&
      choice.split(' ').length <= maxChoiceWords &&
      !noChoicePattern.test(choice),
  );
  return areNamed ? choices.map((choice) => choice.charAt(0).toUpperCase() + choice.slice(1)) : [];
}
