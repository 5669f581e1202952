import type { ObjectiveKind } from '../dialogue/objective-verbs.ts';

/** What the agent asks to get the talk going, by the kind of call. */
export const engagementQuestions: Readonly<Record<ObjectiveKind, readonly string[]>> = {
  inform: [
    'Were you aware of that already?',
    'Had you heard about that before?',
    'Did that reach you in writing already?',
    'Had you already been thinking about that?',
  ],
  offer: [
    'What matters most to you there: the price, or staying flexible?',
    'May I ask how happy you are with things as they stand?',
    'Have you given that any thought yet?',
    'What would have to be right for you to say yes?',
  ],
  confirm: [
    'Does that still work for you?',
    'Is everything still as planned on your side?',
    'Has anything changed on your side since then?',
  ],
  collect: [
    'How has it been for you so far?',
    'What has gone well for you lately, and what has not?',
    'Is there one thing that you would change?',
  ],
  welcome: [
    'How has everything been going so far?',
    'Have you settled in all right?',
    'Has everything worked for you up to now?',
  ],
  help: [
    'Is that something you have had trouble with?',
    'How have you been getting on with it?',
    'Where would you like to start?',
  ],
  settle: [
    'Would that be convenient for you?',
    'Would mornings or afternoons suit you better?',
    'Is there anything that stands in the way of that?',
  ],
  general: [
    'Is that something you have thought about already?',
    'How does that sound to you so far?',
    'Is this something that concerns you at the moment?',
  ],
};

export const questionClauseTemplates = [
  'Could you tell me {wanted}?',
  'May I ask {wanted}?',
  'I would like to know {wanted}.',
] as const;

export const openQuestions = [
  'What would you like to know about it?',
  'Do you have any questions so far?',
  'Is there anything you would like to ask me?',
  'What questions can I answer for you?',
] as const;

export const questionInvitations = [
  'Is there anything else you would like to know?',
  'What else can I tell you?',
  'Do you have another question?',
  'Anything else on your mind?',
  'Is there more that I can tell you?',
] as const;

/** The concrete question at the end, by the kind of call. */
export const commitmentQuestions: Readonly<Record<ObjectiveKind, readonly string[]>> = {
  inform: [
    'May I note that you have been informed and all is clear?',
    'Can I put down that this is settled for now?',
    'Are you all right with that, so that I can tick it off?',
  ],
  offer: [
    'Would you like to go ahead with it?',
    'Shall I put you down for it, so that you get everything in writing?',
    'Can I note that you would like to take this up?',
  ],
  confirm: ['Can I mark that as confirmed?', 'Shall I put it down as confirmed?', 'May I note your confirmation?'],
  collect: [
    'May I pass on what you told me to the team?',
    'Can I note that down as your feedback?',
    'Is it all right if I hand that on to my colleagues?',
  ],
  welcome: [
    'Shall I note that you are all set?',
    'Can I put down that everything is in order for you?',
    'May I tell the team that you are well started?',
  ],
  help: [
    'Would it help if I had the instructions sent to you in writing?',
    'Can I note that this has been cleared up?',
    'Shall I put that down as solved?',
  ],
  settle: ['Shall we settle it like that?', 'Can I put that down as agreed?', 'May I go ahead and arrange it?'],
  general: [
    'Can I note that you would like to go ahead?',
    'Shall we leave it like that, and I note that you agree?',
    'May I put that down as agreed?',
  ],
};

export const commitmentQuestionLeads = [
  'Then let me ask you this:',
  'So, to bring it together:',
  'Then there is one last thing from me.',
  'All right, then.',
] as const;
