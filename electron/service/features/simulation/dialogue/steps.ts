import { joinSentences, type PhrasePicker } from '../spoken-text.ts';
import * as questions from '../wording/agent-questions.ts';
import * as replies from '../wording/agent-replies.ts';
import type { Slot } from './call-plan.ts';
import type { DialogueState } from './dialogue-state.ts';

/** What the agent says to continue a call, each after a lead. They change what the agent expects. */
export type Steps = {
  /** Continues with what comes next in the plan, and ends the call after it. */
  readonly next: (lead: string) => string;
  /** Asks the last question again, after an answer or a remark. */
  readonly resume: (lead: string) => string;
  readonly ask: (lead: string, slot: Slot) => string;
  readonly invite: (lead: string) => string;
  readonly end: (lead: string) => string;
};

/** A question without an answer is asked again once, and twice if the answer is required. */
const maxAskedCounts = { required: 3, optional: 2 } as const;

const isOpen = ({ value, askedCount, question }: Slot) =>
  value === null && askedCount < maxAskedCounts[question.required ? 'required' : 'optional'];

type StepOptions = {
  readonly state: DialogueState;
  readonly pickPhrase: PhrasePicker;
  readonly composePurpose: () => string;
};

export function createSteps({ state, pickPhrase, composePurpose }: StepOptions): Steps {
  const { plan, facts } = state;
  const ask = (lead: string, slot: Slot): string => {
    slot.askedCount += 1;
    state.slot = slot;
    state.expects = 'slot';
    return joinSentences(lead, slot.question.text);
  };

  const invite = (lead: string): string => {
    plan.items.splice(0, plan.items.length, ...plan.items.filter(({ kind }) => kind !== 'open'));
    state.expects = 'open';
    return joinSentences(lead, pickPhrase('open', questions.openQuestions));
  };

  const end = (lead: string): string => {
    state.expects = 'nothing';
    facts.hasEnded = true;
    return joinSentences(lead, pickPhrase('goodbye', replies.goodbyes));
  };

  const continuePlan = (lead: string): string => {
    const added = plan.slots.find(
      (slot) =>
        isOpen(slot) &&
        slot.question.required &&
        !plan.items.some((item) => item.kind === 'slot' && item.slot === slot),
    );
    if (added) return ask(lead, added);
    const isRefused = plan.slots.some(({ isCommitment, value }) => isCommitment && value === 'no');
    for (const item of plan.items.slice()) {
      if (item.kind === 'slot') {
        const isSettled =
          facts.hasDeclined ||
          facts.isCanceled ||
          (item.slot.isCommitment && (state.complaintCount > 0 || facts.isUndecided)) ||
          (item.slot.isCommitment && hasDay()) ||
          (item.slot.isAlternative && !isRefused);
        if (isOpen(item.slot) && !isSettled) return ask(lead, item.slot);
        continue;
      }
      plan.items.splice(plan.items.indexOf(item), 1);
      // Who has said that this is all is not asked for questions.
      if (state.expects !== 'last') return invite(lead);
    }
    if (state.expects === 'last') return end(lead);
    state.expects = 'last';
    return joinSentences(lead, pickPhrase('final question', replies.finalQuestions));
  };

  /** Another day was agreed on instead. */
  const hasDay = () => plan.slots.some(({ question, value }) => question.type === 'date' && value !== null);

  const next = (lead: string): string => {
    if (facts.hasStatedPurpose) return continuePlan(lead);
    facts.hasStatedPurpose = true;
    return continuePlan(joinSentences(lead, composePurpose()));
  };

  return {
    next,
    ask,
    invite,
    end,
    resume: (lead) => {
      if (state.expects === 'time')
        return joinSentences(
          lead,
          facts.hasRequestedPerson ? '' : pickPhrase('callback question', replies.callbackTimeQuestions),
        );
      if (!facts.hasStatedPurpose) return next(lead);
      if (state.expects === 'slot' && state.slot?.value === null) {
        if (isOpen(state.slot)) return ask(lead, state.slot);
        return continuePlan(lead);
      }
      if (state.expects === 'slot' || state.expects === 'greeting') return continuePlan(lead);
      state.expects = 'open';
      return joinSentences(lead, pickPhrase('invitation', questions.questionInvitations));
    },
  };
}
