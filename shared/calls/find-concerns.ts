import { endsAsQuestion, splitTurns, type SummarizedTurn, type TranscriptSentence } from './transcript-sentences.ts';

const maxConcerns = 6;

/** Phrases of dissatisfaction. A negation before them ("not too expensive") or a condition is no complaint. */
const complaintPatterns = [
  /(?<!\b(?:no|not|never|isn['’]t|wasn['’]t|aren['’]t|don['’]t|doesn['’]t) (?:\w+ )?)\b(?:complain(?:ts?|ing)?|disappoint\w+|frustrat\w+|annoy\w+|upset|angry|fed up|ridiculous|terrible|awful|horrible|useless|outrageous|unacceptable|unhappy|unfair|unreliable|rip-?off|overcharged|broken)\b/i,
  /(?<!\b(?:not|never|isn['’]t|wasn['’]t|aren['’]t|doesn['’]t sound) )\b(?:(?:way |much )?too|very|really|so|pretty|quite) (?:expensive|pricey|slow|loud|unreliable|complicated)\b|\bcosts? (?:way |far )?too much\b/i,
  /\b(?:not|isn['’]t|wasn['’]t|aren['’]t|am not|never been) (?:very |really |at all |too |that |so )?(?:happy|satisfied|pleased|impressed|acceptable|fair|good enough|what (?:i|we) (?:ordered|paid for|was promised|were promised|agreed))\b/i,
  /\b(?:doesn['’]t|does not|don['’]t|didn['’]t|never|not|stopped|isn['’]t) work(?:s|ed|ing)? (?:at all|properly|anymore|again|yet|for)\b|\bstopped working\b|\b(?:is|are|was|still|been) not working\b|\b(?:isn['’]t|aren['’]t|still isn['’]t) working\b|\bkeeps? (?:on )?(?:dropping|failing|cutting out|crashing|breaking|freezing|going (?:down|out))\b/i,
  /\bcharged (?:me |us )?(?:twice|too much|double)\b|\b(?:bill|invoice|amount|charge) (?:is|was|looks) (?:still )?(?:wrong|too high)\b|\bwrong (?:bill|amount|invoice|charge)\b/i,
  /\b(?:nobody|no one|no-one) (?:ever )?(?:came|comes|called|calls|calls back|called back|showed|shows|answers|answered|helped|helps|told|turned up)\b|\bnever (?:arrived|came|called|showed up|turned up|got (?:a|an|the|my) (?:answer|reply|call))\b/i,
  /\bstill (?:waiting|haven['’]t|have not|hasn['’]t|has not)\b|\bwait(?:ed|ing) (?:for )?(?:over |more than |almost )?(?:\w+ )?(?:hours|days|weeks|months)\b|\bfor the (?:second|third|fourth|fifth|tenth) time\b|\b(?:second|third|fourth|fifth|tenth) time (?:i|we|you|this|it|someone|somebody)\b|\bwaste of (?:time|money|my time)\b|\b(?:a lot|lots|too many) of these calls\b/i,
];
const conditionPattern = /^\W*(?:(?:and|but|so|well|okay)\W+)*(?:if|when|unless|whether|in case)\b/i;

/** The agent has no answer: it says so in a turn that cites no document. */
const unknownAnswerPattern =
  /\b(?:i|we) (?:really |actually |honestly |just )?(?:don['’]t|do not|can['’]t|cannot|couldn['’]t) (?:really |actually )?(?:have (?:anything|that|any (?:information|details)|an answer|the (?:answer|information|details))|know\b|find (?:anything|that|it)|answer (?:that|this)|say for (?:sure|certain))|\bnot something (?:i|we) (?:have|know)\b|\b(?:i['’]m|i am|we['’]re) not (?:sure|certain)\b|\bno (?:luck there|information (?:on|about))\b/i;

/**
 * Finds what the recipient complains about, and the questions that the agent could not answer, as sentences in their order, by
 * patterns of English phrases.
 */
export function findConcerns(
  turns: readonly SummarizedTurn[],
  sentences = splitTurns(turns),
): readonly TranscriptSentence[] {
  const unanswered = findUnansweredQuestions(turns, sentences);
  return sentences.filter((sentence) => unanswered.has(sentence) || isComplaint(sentence)).slice(-maxConcerns);
}

function isComplaint({ speaker, text }: TranscriptSentence): boolean {
  return speaker === 'user' && !conditionPattern.test(text) && complaintPatterns.some((pattern) => pattern.test(text));
}

/** Returns the last question of each turn of the recipient whose next turn is the agent's and has no answer. */
function findUnansweredQuestions(
  turns: readonly SummarizedTurn[],
  sentences: readonly TranscriptSentence[],
): ReadonlySet<TranscriptSentence> {
  const questions = new Map<number, TranscriptSentence>();
  for (const sentence of sentences) {
    if (sentence.speaker === 'user' && endsAsQuestion(sentence)) questions.set(sentence.turnIndex, sentence);
  }
  const unanswered = [...questions].filter(([turnIndex]) => {
    const answer = turns[turnIndex + 1];
    return answer?.speaker === 'agent' && answer.passages.length === 0 && unknownAnswerPattern.test(answer.text);
  });
  return new Set(unanswered.map(([, question]) => question));
}
