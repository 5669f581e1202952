// Public: other features may import this file.
import { asksQuestion, removeLeadIn, splitTurn } from '../../../../../shared/calls/split-turn.ts';
import { countWords, normalizeLine } from '../../../platform/text-line.ts';

const maxTurnLength = 600;

const indirectQuestionPattern =
  /\b(?:tell me (?:more |something )?(?:about|how|what|when|where|which|whether|if|why)|(?:i(?:['’]?d| would) like|i want|i need) to know|i(?:['’]?m| am| was) wondering|i wonder|do you know|explain|what about|how about|i have a question about|question about)\b/i;

/** Questions that belong to the conversation. No document answers them. */
const conversationPattern =
  /\bwho(?:['’]?s| is| are) (?:this|that|you|calling|speaking|there)\b|\b(?:what|which) company\b|\bwhere are you calling from\b|\bwhat(?:['’]?s| is) (?:this|that|it|the call|your call) (?:all )?(?:about|regarding)\b|\bwhy (?:are|do) you call|\bwhat do you want\b|\bwhat are you selling\b|\bwhat(?:['’]?s| is) your name\b|\b(?:are|is|am) (?:you|this|i)\b[^.?!]{0,40}\b(?:robot|bot|machine|computer|ai|recording|human|real person|real|automated)\b|\b(?:talking|speaking) (?:to|with) a (?:robot|machine|computer|recording|bot)\b|\b(?:speak|talk) (?:to|with) (?:a |an |your |the )?(?:human|person|someone|somebody|manager|colleague)\b|\b(?:call|ring|phone) (?:me|us)(?: back| later| again| tomorrow)?\b|\b(?:where|how)\b[^.?!]{0,20}\b(?:get|got|have|find)\b[^.?!]{0,10}\bmy (?:number|name|data)|\bhow are you\b|\b(?:say|repeat) that\b|\bwhat did you say\b|\bsend (?:it|that|me|us)\b|^\W*(?:why not|what is it|really|right|ok(?:ay)?|hello|yes|no|sorry|pardon|(?:is|was) that (?:all|it|so|right|true)|(?:can|may) i ask (?:you )?(?:something|a question))\W*$/i;

const backReferencePattern = /\b(?:it|its|that|this|they|them|there|those)\b|^\S+(?: \S+){0,2}\?$/i;

/**
 * Returns the questions of a turn for the documents, at most two; null if it asks nothing. A question such as "How much is it?" includes
 * the sentence before it. It uses no model, so that thousands of turns can be read at once.
 */
export function findTurnQuestion(turn: string): string | null {
  const parts = splitTurn(normalizeLine(turn, maxTurnLength));
  const questions = parts.flatMap((part, index) => {
    if (!asksDocuments(part)) return [];
    const body = removeLeadIn(part);
    const previous = parts[index - 1] ?? '';
    const needsContext = backReferencePattern.test(body) && countWords(previous) >= 3 && !asksDocuments(previous);
    return [needsContext ? `${removeLeadIn(previous)} ${body}` : body];
  });
  return questions.length > 0 ? questions.slice(0, 2).join(' ') : null;
}

function asksDocuments(part: string): boolean {
  if (!/[\p{L}\p{N}]/u.test(part) || conversationPattern.test(part)) return false;
  return asksQuestion(part) || indirectQuestionPattern.test(part);
}
