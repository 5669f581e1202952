const questionMark = /[?？؟⸮\u{37e}՞፧]["'”’)\s]*$/u;

/** Words before a question that do not belong to it. */
const leadInPattern =
  /^(?:(?:ok(?:ay)?|well|so|and|but|oh|hm+|um+|uh+|right|sure|yes|yeah|no|actually|alright|all right|good|great|fine|thanks?(?: you)?|i see|now|then|anyway|anyhow|also|sorry|please|just|hi|hello|hey|first|one (?:more )?(?:thing|question)|another (?:thing|question)|quick question|before i forget|out of interest|just out of curiosity|by the way|let me ask(?: you this)?|while i have you|maybe you know(?: this)?|(?:tell|remind) me(?: again)?)\b[\s,:;.!–—-]*){1,8}(?=\S)/i;

const verb = String.raw`(?:(?:is|are|am|was|were|do|does|did|could|would|should|must|has|have|may)(?:n['’]?t)?|can(?:['’]?t)?|will|won['’]?t|shall)`;
const subject = String.raw`(?:i|we|you|they|he|she|it|there)`;
const noun = String.raw`(?:the|this|that|these|those|my|our|your|an?|any|someone|somebody|anyone|everything|everybody)`;

/** Matches the beginnings of English questions, also of those that are typed without a question mark. */
const questionStart = new RegExp(
  String.raw`^(?:(?:what|who|whose|why|where|which)(?:['’]?s|['’]?re|['’]?ll)?(?: (?!${subject}\b)[\p{L}\p{N}-]+){0,3}? (?:${verb}|happens|costs|means|pays|comes)\b|(?:what|who|where|when|how)['’]?s\b|(?:what|how) about\b|what if\b|when (?:${verb})\b|(?:since|until|till|by|from) (?:when|where|what time)\b|who (?!says\b|cares\b|knows\b)\p{L}{2,}s\b|(?:where(?:abouts)?|when|why|how)\W*$|whereabouts ${verb}\b|how (?:${verb}|much|many|long|often|far|soon|late|early|old|big|fast|high|come)\b|(?:which|what) (?!an?\b|the\b|else\b|one\b|ever\b|${subject}\b)[\p{L}\p{N}-]+(?: [\p{L}\p{N}-]+)?\W*$|(?:do|have) (?!it\b)${subject}\b|(?:can['’]?t|won['’]?t|(?:does|is|are|am|was|were|can|could|will|would|should|shall|must|may|did|has)(?:n['’]?t)?) (?:${subject}|${noun})\b)`,
  'iu',
);

/** Matches a question about a possible case: "ok, and if I move?" */
const supposition =
  /^[^\p{L}']*(?:[\p{L}']+[^\p{L}']+){0,3}?(?:and|but|so|or) (?:(?:what )?if (?!you\b|not\b|so\b)|when (?:the|my|our)\b)[^,]*$/iu;

/** Whether a sentence asks something: it ends with a question mark, or begins as a question does. */
export function asksQuestion(sentence: string): boolean {
  return questionMark.test(sentence) || questionStart.test(removeLeadIn(sentence)) || supposition.test(sentence);
}

/** Removes words such as "Okay, one more thing:" before a question. */
export function removeLeadIn(sentence: string): string {
  const afterColon = /^[^:?]{1,45}:\s+(\S.*)$/.exec(sentence)?.[1];
  const body = afterColon !== undefined && asksQuestion(afterColon) ? afterColon : sentence;
  return body.replace(leadInPattern, '').trim() || sentence;
}

const maxTurnChars = 2_000;

/** Splits a text into sentences. A full stop inside a number, an address or "p.m." ends none. */
function splitSentences(text: string): readonly string[] {
  const plain = text.slice(0, maxTurnChars).replaceAll(/\b([ap])\.\s?m\.?(?=\W|$)/gi, '$1m');
  return (plain.match(/[^.!?…。？！]+(?:[.!?…。？！](?=\S)[^.!?…。？！]*)*[.!?…。？！]*/g) ?? [plain])
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}

const openingPattern =
  /^(?:(?:oh|ah|well|um+|hm+|er)[\s,]+)*(yes|yeah|yep|yup|no|nope|nah|ok|okay|sure|hi|hello|hey|right|great|perfect|thanks|thank you|actually no)(?:\s*[,;:–—-]+\s*|\s+(?=(?:i|i['’]?m|we|you|it|it['’]?s|that['’]?s|this|what|when|where|how|who|why|which|but|can|could|do|does|is|are|will|my)\b))(?=\S)/i;
const asksNext = String.raw`(?:(?:what|when|where|who|how)['’]?s|what|when|where|who|whose|why|how|which|until when|do(?! it\b)|does|is|are|can|could|will|would|should|did|have|am|was|were)`;
const joinPattern = new RegExp(
  String.raw`(?:,\s*|\s+)(?:and|but|or|also|so|plus)\s+(?:also\s+|then\s+)?(?=${asksNext}\b(?!\W*$))|,\s*(?=(?:${asksNext}|i|i['’]?m|we|we['’]re|there|but|please|actually|depends|depending)\b)|\s+but(?<!\b(?:any|every|all)(?: ?\w+)? but)\s+|;\s*`,
  'i',
);
const nextQuestion =
  /\s+(?=(?:how (?:much|long|many|often)|when (?:does|do|is|will|can)|where (?:is|do|can)|what (?:is|does|do|time)|(?:and )?(?:do|can|must) i|is there)\b)/i;

/** A question after a statement without any mark: "I have twins can they be in one picture". */
const questionAfterStatement =
  /(?<!\b(?:know|me|us|tell|ask|wonder|see|about|if|whether|that|and|or|but|so|nor|neither|sure|idea|on|in|at|of|to|for|depends|depending|say|said|as|than|this|what|here|which|who|where|how|when|why|much|many|long))\s+(?=(?:(?:can|could|is|are|will|would|may|should|must|do) (?:i|we|you|they|he|she|it|there)(?=\s+\S)|does (?:he|she|it|that|this)|is (?:that|this) (?:ok(?:ay)?|alright|all right|fine|possible|allowed|included|extra|free|a problem)|(?:what|where|when|how) (?:is|are|do|does|can|will|much|long|many))\b)/i;
/** "I have a cat is the bait poison" */
const questionAfterPossession =
  /(?<=^(?:i|we)(?:['’]?ve| have)(?: got)?(?: an?| two)? [\p{L}-]+)\s+(?=(?:is|are|does|do|can) (?:the|my|your)\b)/iu;
const minStatementWords = 2;

/** Splits a turn into parts that each mean one thing: "yes but how much is it and when does it end" has three. */
export function splitTurn(text: string): readonly string[] {
  return splitSentences(text).flatMap((sentence) => splitSentence(sentence));
}

function splitSentence(sentence: string): readonly string[] {
  const afterColon = /^[^:?]{1,45}:\s+(\S.*)$/.exec(sentence)?.[1];
  if (afterColon !== undefined && asksQuestion(afterColon)) return splitSentence(afterColon);
  const opening = openingPattern.exec(sentence);
  if (opening) return [opening[1] ?? '', ...splitSentence(sentence.slice(opening[0].length))];
  return sentence
    .split(joinPattern)
    .flatMap((part) => splitQuestions(part))
    .map((part) => part.trim())
    .filter((part) => /[\p{L}\p{N}]/u.test(part));
}

/** Splits questions that follow each other without any mark: "how much is it when does it end". */
function splitQuestions(part: string): readonly string[] {
  if (!questionStart.test(removeLeadIn(part))) {
    const [statement = part, ...rest] = part
      .split(questionAfterStatement)
      .flatMap((piece) => piece.split(questionAfterPossession));
    const isLong = statement.split(' ').length >= minStatementWords;
    return rest.length > 0 && isLong ? [statement, ...splitQuestions(part.slice(statement.length).trim())] : [part];
  }
  const pieces: string[] = [];
  for (const piece of part.split(nextQuestion)) {
    const last = pieces.at(-1);
    const isContinued =
      last !== undefined &&
      (last.split(' ').length < 3 ||
        /\b(?:me|know|about|if|on|in|at|for|say|tell|see|ask|or|of|with|to)$|:$/i.test(last));
    if (last !== undefined && isContinued) pieces[pieces.length - 1] = `${last} ${piece}`;
    else pieces.push(piece.replace(/^and /i, ''));
  }
  return pieces;
}

const maxSingleChars = 14;

/** Counts the questions of a turn, also of those that are typed without question marks. */
export function countQuestions(text: string): number {
  const marks = text.match(/[?？؟⸮\u{37e}՞፧]+/gu)?.length ?? 0;
  // A turn as short as "Is it?" asks once at most.
  if (marks > 0 && text.length <= maxSingleChars) return marks;
  return Math.max(marks, splitTurn(text).filter(asksQuestion).length);
}
