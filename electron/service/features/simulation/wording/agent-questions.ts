/** `{clause}` is a clause such as "whether you need to reschedule". */
export const questionClauseTemplates = [
  'Can you tell me {clause}?',
  'Can I ask {clause}?',
  "I'd like to know {clause}.",
] as const;

export const openQuestions = [
  'Do you have any questions for me?',
  'Any questions so far?',
  'Anything you want to ask me?',
  "Is there anything you'd like to know?",
] as const;

export const questionInvitations = [
  'Anything else you want to know?',
  'What else can I tell you?',
  'Any other questions?',
  'Anything else on your mind?',
  'Was there anything else?',
] as const;

/** Asks the recipient to agree to the purpose of the call, by the kind of call. */
export const commitmentQuestions: Readonly<
  Record<'offer' | 'confirm' | 'fact' | 'settle' | 'general', readonly string[]>
> = {
  offer: [
    'Do you want to go ahead with it?',
    'Should I put you down for it and have the details sent over?',
    'Can I put you down as interested?',
  ],
  confirm: ['Does that still work for you?', 'Is that still good on your end?', 'Can I mark that as confirmed?'],
  fact: ['Is that right?', 'Can you confirm that?', 'Is that correct?'],
  settle: ['Should I book that for you?', 'Can I put that down as agreed?', 'Should I go ahead and set it up?'],
  general: ['Do you want to go ahead?', 'Can I put that down as a yes?', 'Should I put you down for that?'],
};

export const dateQuestions = [
  'Which day works best for you?',
  'What day would suit you?',
  'Which day is good for you?',
] as const;
export const timeQuestions = ['And what time?', 'What time suits you?', 'What time of day works for you?'] as const;

/** `{noun}` is what the objective asks for, such as "email address". */
export const nounQuestionTemplates = [
  "What's the {noun}, please?",
  'Could you tell me the {noun}?',
  'Can I have the {noun}?',
] as const;
