import type { NewAgentRequest } from '../../../shared/agent-requests.ts';

/** Something that a good brief says, and whether this one seems to. */
export type ChecklistPoint = {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  readonly isCovered: boolean;
};

type RequestDraft = Pick<NewAgentRequest, 'objective' | 'target_audience'>;

type ChecklistRule = Omit<ChecklistPoint, 'isCovered'> & {
  readonly check: (brief: RequestDraft, text: string) => boolean;
};

/** Fewer words than this hardly tell what an agent is to do. */
const minObjectiveWords = 12;

const checklistRules: readonly ChecklistRule[] = [
  {
    id: 'purpose',
    label: 'What the call is for',
    hint: 'A sentence or two about what the agent does from hello to goodbye.',
    check: ({ objective }) => countWords(objective) >= minObjectiveWords,
  },
  {
    id: 'audience',
    label: 'Who is called',
    hint: 'Which people, and what they have to do with you: customers whose contract ends within sixty days.',
    check: ({ target_audience }) => countWords(target_audience) >= 2,
  },
  {
    id: 'success',
    label: 'What counts as success',
    hint: 'What has happened when a call went well: an appointment is booked, a question is answered.',
    check: createPatternCheck(
      /\b(success\w*|goal|outcome|result|counts? as|so that|until|in order to|agrees? to|books?|booked|booking|confirm\w*|sign(s|ed)? up|schedul\w*|reschedul\w*)\b/i,
    ),
  },
  {
    id: 'tone',
    label: 'The tone',
    hint: 'How it speaks: warm, brief, formal, first names or last names.',
    check: createPatternCheck(
      /\b(tone|friendly|warm\w*|formal\w*|informal\w*|polite\w*|calm\w*|brief(ly)?|patient\w*|cheerful\w*|professional\w*|casual\w*|respectful\w*|first names?|last names?|empath\w*)\b/i,
    ),
  },
  {
    id: 'limits',
    label: 'What it must not say',
    hint: 'Promises, prices or topics that it leaves to people.',
    check: createPatternCheck(
      /\b(never|avoid|without (mentioning|promising)|(must|should|may|can|do|does|shall)( not|n['’]t)|cannot|not allowed|off[- ]limits|leave out)\b/i,
    ),
  },
  {
    id: 'hours',
    label: 'When it may call',
    hint: 'Hours, days, and the time zone they are meant in.',
    check: createPatternCheck(
      /\b(hours?|weekdays?|weekends?|mornings?|afternoons?|evenings?|(mon|tues|wednes|thurs|fri|satur|sun)days?|time ?zones?|\d{1,2}([:.]\d{2})? ?(am|pm|a\.m\.|p\.m\.)|\d{1,2}:\d{2})(?!\w)/i,
    ),
  },
  {
    id: 'handover',
    label: 'When a person takes over',
    hint: 'What it does when it cannot help: who calls back, where it is passed on to.',
    check: createPatternCheck(
      /\b(hands? (it |them |the call )?over|hand-?over|transfer\w*|escalat\w*|passe?[sd]? (it |them )?on|call(s|ed)? (them )?back|callback|human|colleague|supervisor|person takes over|team takes over)\b/i,
    ),
  },
];

/** What a good brief says, in the order in which one would write it; judged by words, so that it can only ever be a hint. */
export function checkRequestDraft(brief: RequestDraft): readonly ChecklistPoint[] {
  const text = `${brief.objective}\n${brief.target_audience}`;
  return checklistRules.map(({ check, ...point }) => ({ ...point, isCovered: check(brief, text) }));
}

function createPatternCheck(pattern: RegExp): ChecklistRule['check'] {
  return (_, text) => pattern.test(text);
}

function countWords(text: string): number {
  return text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
}
