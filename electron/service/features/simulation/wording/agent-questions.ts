import type { ObjectiveKind } from '../dialogue/parse-objective.ts';

/** The agent's first questions, by the kind of call. */
export const engagementQuestions: Readonly<Record<ObjectiveKind, readonly string[]>> = {
  inform: [
    'Did you already know about that?',
    'Had you heard about that?',
    'Did you get our letter about it?',
    'Was that already on your radar?',
  ],
  offer: [
    'What matters more to you, the price or being flexible?',
    'How happy are you with what you have now?',
    'Have you given that any thought yet?',
    'What would make it worth it for you?',
  ],
  confirm: ['Does that still work for you?', 'Is that still good on your end?', 'Has anything changed on your end?'],
  collect: [
    "How's it been for you so far?",
    "What's been working well for you, and what hasn't?",
    "Is there one thing you'd change?",
  ],
  welcome: ["How's everything going so far?", 'Are you all settled in?', 'Has everything been working okay?'],
  help: [
    'Is that something you have had trouble with?',
    'How have you been getting on with it?',
    'Where do you want to start?',
  ],
  settle: [
    'Would that work for you?',
    'Are mornings or afternoons better for you?',
    "Is there any reason that wouldn't work?",
  ],
  general: [
    'Is that something you have thought about?',
    'How does that sound so far?',
    'Is that on your mind at all right now?',
  ],
};

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

/** The question at the end that asks the recipient to agree, by the kind of call. */
export const commitmentQuestions: Readonly<Record<ObjectiveKind, readonly string[]>> = {
  inform: ['Can I mark that down as all clear?', 'Can I check that off for you?', 'Should I put you down as all set?'],
  offer: [
    'Do you want to go ahead with it?',
    'Should I put you down for it and have the details sent over?',
    'Can I put you down as interested?',
  ],
  confirm: ['Can I mark that as confirmed?', 'Should I go ahead and confirm it?', 'Can I put that down as a yes?'],
  collect: [
    'Is it okay if I pass that on to the team?',
    'Can I put that down as your feedback?',
    'Can I share that with my colleagues?',
  ],
  welcome: [
    'Can I mark you down as all set?',
    'Should I put you down as up and running?',
    "Can I tell the team you're good to go?",
  ],
  help: [
    'Do you want me to have the instructions sent to you?',
    'Can I mark that as sorted out?',
    'Should I put that down as solved?',
  ],
  settle: ['Should I book that for you?', 'Can I put that down as agreed?', 'Should I go ahead and set it up?'],
  general: ['Do you want to go ahead?', 'Can I put that down as a yes?', 'Should I put you down for that?'],
};

export const commitmentQuestionLeads = [
  'Okay, last question.',
  'One last thing from me.',
  'All right, then.',
  'Okay, before we wrap up.',
] as const;
