import type { NewAgentRequest } from '../../../../shared/agents/agent-requests.ts';

/** A point that a good build request covers. */
export type ChecklistPoint = {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  readonly isCovered: boolean;
};

type RequestDraft = Pick<NewAgentRequest, 'objective' | 'target_audience'>;

type ChecklistRule = Omit<ChecklistPoint, 'isCovered'> & {
  readonly check: (draft: RequestDraft, text: string) => boolean;
};

/** An objective with fewer words rarely describes the call. */
const minObjectiveWords = 12;

const checklistRules: readonly ChecklistRule[] = [
  {
    id: 'purpose',
    label: 'Purpose of the call',
    hint: 'One or two sentences about what the agent does during the call.',
    check: ({ objective }) => countWords(objective) >= minObjectiveWords,
  },
  {
    id: 'audience',
    label: 'Who to call',
    hint: 'Which people, and how they relate to you: customers whose contract ends within 60 days.',
    check: ({ target_audience }) => countWords(target_audience) >= 2,
  },
  {
    id: 'success',
    label: 'What counts as success',
    hint: 'The result of a good call: an appointment is booked, a question is answered.',
    check: createPatternCheck(
      /\b(success\w*|goal|outcome|result|counts? as|so that|until|in order to|agrees? to|books?|booked|booking|confirm\w*|sign(s|ed)? up|schedul\w*|reschedul\w*)\b/i,
    ),
  },
  {
    id: 'tone',
    label: 'Tone of voice',
    hint: 'How the agent speaks: warm, brief, formal, first or last names.',
    check: createPatternCheck(
      /\b(tone|friendly|warm\w*|formal\w*|informal\w*|polite\w*|calm\w*|brief(ly)?|patient\w*|cheerful\w*|professional\w*|casual\w*|respectful\w*|first names?|last names?|empath\w*)\b/i,
    ),
  },
  {
    id: 'limits',
    label: 'Off-limits topics',
    hint: 'Promises, prices or topics that the agent leaves to people.',
    check: createPatternCheck(
      /\b(never|avoid|without (mentioning|promising)|(must|should|may|can|do|does|shall)( not|n['’]t)|cannot|not allowed|off[- ]limits|leave out)\b/i,
    ),
  },
  {
    id: 'hours',
    label: 'Calling hours',
    hint: 'Hours, days and their time zone.',
    check: createPatternCheck(
      /\b(hours?|weekdays?|weekends?|mornings?|afternoons?|evenings?|(mon|tues|wednes|thurs|fri|satur|sun)days?|time ?zones?|\d{1,2}([:.]\d{2})? ?(am|pm|a\.m\.|p\.m\.)|\d{1,2}:\d{2})(?!\w)/i,
    ),
  },
  {
    id: 'handover',
    label: 'Handover to a person',
    hint: 'What happens if the agent can’t help: who calls back, or where the call is transferred.',
    check: createPatternCheck(
      /\b(hands? (it |them |the call )?over|hand-?over|transfer\w*|escalat\w*|passe?[sd]? (it |them )?on|call(s|ed)? (them )?back|callback|human|colleague|supervisor|person takes over|team takes over)\b/i,
    ),
  },
];

/** Checks which points a draft covers. The checks look for typical words, so the result is only a hint. */
export function checkRequestDraft(draft: RequestDraft): readonly ChecklistPoint[] {
  const text = `${draft.objective}\n${draft.target_audience}`;
  return checklistRules.map(({ check, ...point }) => ({ ...point, isCovered: check(draft, text) }));
}

function createPatternCheck(pattern: RegExp): ChecklistRule['check'] {
  return (_, text) => pattern.test(text);
}

function countWords(text: string): number {
  return text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
}
