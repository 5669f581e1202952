import { fillTemplate, joinWords } from '../spoken-text.ts';
import * as replies from '../wording/agent-replies.ts';
import type { DialogueState } from './dialogue-state.ts';
import { describeDays, describeHours } from './offered-days.ts';

/** Asks what the recipient can choose: "what are the options", "what have you got" */
const choicesPattern =
  /^\W*(?:(?:and|so|ok(?:ay)?|well|but|oh) )*(?:(?:what|which)(?:['’]?s| is| are| were)? (?:(?:the|my|your|all the) )?(?:different )?(?:choices?|options?|sizes?|kinds?|types?|ones)(?: (?:are there|do you (?:have|do)|have you(?: got)?|again))?|what (?:can i (?:get|have|choose(?: from)?|pick)|is there|are (?:there|they|those)|have you(?: got)?|do you (?:have|do|offer)))\W*$/i;

/** Asks which days are possible: "when can you come", "what's the earliest you have" */
const daysPattern =
  /^(?!.*\b(?:due|did|was|were|starts?|ends?|cancel|pay|bill|open|clos\w+|shut|cost|invoice|letter)\b).*(?:\b(?:what|which) (?:other )?(?:days?|dates?|nights?|times?) (?:can|could|do you|have you|are|would|suits?)\b|\bwhen (?:can|could|would|will|do|are) (?:you|he|she|they|we|i)(?: guys)? .{0,20}\b(?:come|deliver|do (?:it|that|mine)|here|round|this way|free|available|fit me in|call (?:in|round|by)|collect)\b|\b(?:what|when)(?:['’]?s| is) (?:the|your) (?:earliest|soonest|first|next)\b|\bwhat (?:else )?is (?:available|there (?:this|next))\b|\bwhat have you(?: got)? (?:this|next)\b)/i;

/** Answers a question from what the agent itself asks and offers; null if it is about something else. */
export function answerFromPlan(question: string, { plan, slot, offered }: DialogueState): string | null {
  const open = slot?.value === null ? slot : plan.slots.find(({ value }) => value === null);
  const choices = open?.question.choices ?? [];
  if (choices.length > 1 && choicesPattern.test(question))
    return fillTemplate(replies.choicesTemplate, { choices: joinWords(choices, 'or') });
  const asksForTime = plan.slots.some(({ question: { type } }) => type === 'date' || type === 'time');
  if (!offered || !asksForTime || !daysPattern.test(question)) return null;
  const described = [describeDays(offered), describeHours(offered)].filter((part) => part !== '').join(', ');
  return fillTemplate(replies.offeredTemplate, { offered: described });
}
