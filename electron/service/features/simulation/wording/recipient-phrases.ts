import type { QuestionType } from '../../../../../shared/agents/agent-definition.ts';

export const pickUps = ['Hello?', 'Yeah, hello?', 'Hi, who is this?', 'Hi there.', 'Yeah?', 'Hello, hi.'] as const;
export const pickUpsByName = [
  'Hello, this is {name}.',
  '{name}, hi.',
  'Hi, this is {name}.',
  '{name} speaking.',
] as const;

export const greetingReplies = {
  interested: [
    'Oh, hi. Yeah, go ahead.',
    'Hi. Sure, I have a few minutes.',
    "Hello! Yeah, that's fine.",
    'Hi, yes, I can talk.',
    'Hey. Sure, go ahead.',
    'Yeah, hi, I was just having a coffee, so go ahead.',
  ],
  sceptical: [
    'Hmm. Okay, go on.',
    'Okay, what can I do for you?',
    'If you keep it short.',
    "Yeah? I'm listening.",
    'Right, what are you selling?',
    'Okay. I get a lot of these calls, you know.',
  ],
  busy: [
    "Sorry, I'm in the middle of something.",
    "Oh, it's not a good time.",
    "I'm just about to go into a meeting, I'm in a hurry.",
    "I'm driving right now, so make it quick.",
    "There's someone at the door, I'm in a rush.",
  ],
} as const;

/** Placed before a question, in the same sentence. */
export const questionLeads = [
  '',
  '',
  '',
  '',
  'And ',
  'Actually, ',
  'One thing I was wondering: ',
  'Maybe you know this: ',
  'While I have you: ',
  'Oh, before I forget: ',
  'One more thing: ',
  'Let me ask you this: ',
  'Just out of curiosity: ',
] as const;

/** Placed before a question that starts a turn. */
export const questionOpeners = ['Okay. ', 'Right. ', 'Well, ', 'Okay, so ', 'All right. ', 'Hmm. ', '', ''] as const;

export const answerReactions = {
  interested: [
    "Oh, that's good to know.",
    'That helps, thanks.',
    'Ah, I see.',
    'Okay, got it.',
    'Great, thanks.',
    "Oh, that's better than I thought.",
    'Right, makes sense.',
    "Huh, I didn't know that.",
  ],
  sceptical: [
    'Hmm, all right.',
    'If you say so.',
    "Well, that's something.",
    'Okay, fair enough.',
    "I guess I'll take your word for it.",
    'Right.',
    'Yeah, I figured.',
  ],
} as const;

export const noMoreQuestions = [
  "No, I think that's everything.",
  'No, that was it.',
  "That's all I wanted to know.",
  "No, I'm good.",
  'No, you covered it.',
] as const;

export const undecidedReplies = [
  'Before I decide, I have a question.',
  'Hang on.',
  "Maybe, I don't know yet.",
  'Wait, one question first.',
] as const;
export const commitmentAcceptances = [
  'Yeah, sure.',
  'Yes, please.',
  'Sure, that works for me.',
  'Yeah, go ahead.',
  "Yeah, that's fine.",
  'Okay, yes.',
] as const;
export const commitmentRefusals = [
  "No, I'd rather not.",
  'No, not today.',
  'No, not for now.',
  "No, I don't want to commit to anything over the phone.",
] as const;
export const repeatedRefusals = [
  "No, really, I'm not interested.",
  "No. I've made up my mind.",
  "No, let's just leave it at that.",
  "No, thanks, it's not for me.",
] as const;
export const followUpAcceptances = [
  'Yes, please do that.',
  'Yeah, that would be great.',
  'Yeah, have someone call me.',
  'Sure, why not.',
] as const;
export const followUpRefusals = [
  "No, that's okay.",
  "No, don't worry about it.",
  "No, I'll look it up myself.",
] as const;

export const robotQuestions = [
  'Wait, are you a robot?',
  'Sorry, am I talking to a machine?',
  'Are you a real person?',
  'Hang on, is this a computer?',
] as const;
export const scepticalObjections = [
  'How do I know this is not a scam?',
  "I'd have to think about it first.",
  'Can you just send me something by email?',
  'How did you get my number, anyway?',
] as const;
/** Used when the agent offers something. */
export const offerObjections = [
  'That sounds too expensive to me.',
  'To be honest, I already have an offer from another company.',
  "I'm not really interested in changing anything.",
  ...scepticalObjections,
] as const;
export const objectionAnswers = [
  "It's more of a feeling, really.",
  "I just don't like deciding things on the phone.",
  "I want to be sure what I'm getting into.",
  "It has to be worth it, that's all.",
  "I've had bad experiences with calls like this.",
] as const;

/** Answers to the agent's questions, by their type. `{name}` is the recipient's first name. */
export const slotAnswers: Readonly<Record<Exclude<QuestionType, 'choice'>, readonly string[]>> = {
  yes_no: ['Yes.', 'Yeah, it is.', 'Yes, so far.', 'No, not really.', 'Yes, everything is fine.', 'Not yet.'],
  date: [
    'Thursday would be good.',
    'How about Tuesday?',
    'Friday, if you have that.',
    'Next Monday works.',
    'Maybe Wednesday.',
  ],
  time: ['Around ten.', 'In the afternoon, at three.', 'Half past nine.', 'At four would be fine.', 'Eleven, please.'],
  number: ['Two.', 'Three, I think.', 'About four.', 'Just one.', 'Five.'],
  email: ["It's {name} at example dot com.", '{name} dot home at example dot org.', 'Sure, {name} at example dot net.'],
  text: [
    'Let me think. Mostly that it just works.',
    "I can't say much about it, it's been fine.",
    'Hard to say, maybe the price.',
  ],
};
/** `{choice}` is one of the answers that the agent named. */
export const choiceAnswers = [
  '{choice}, I think.',
  "I'd say {choice}.",
  '{choice}, please.',
  'Probably {choice}.',
] as const;

export const callbackTimes = [
  'Tomorrow morning, please.',
  'Try me tomorrow afternoon, around four.',
  'Any time after six is fine.',
  'Thursday morning works.',
  'Next week, maybe on Tuesday.',
  'Call me back in an hour.',
  'Tonight, after seven.',
] as const;
export const quickQuestionLeads = [
  'Just one thing real quick: ',
  'Before I go: ',
  'One quick question, though: ',
] as const;
export const mustLeaveReplies = [
  'Thanks, but I really have to go. Can you call me back?',
  'Okay, I have to run. Just call me another time.',
  "Right, I've got to go. Can you call me back later?",
] as const;

export const wrongNumberReplies = [
  "I think you've got the wrong number. There's no {name} here.",
  "Sorry, wrong person. I don't know any {name}.",
  'No {name} here. You must have the wrong number.',
] as const;
export const namelessWrongNumberReplies = [
  'Sorry, you have the wrong number. This is a bakery.',
  "I think you've got the wrong person. I only just got this number last month.",
  "You've got the wrong number, sorry.",
] as const;
export const wrongNumberQuestions = [
  'Sorry, who is this?',
  'Who are you trying to reach? Who is this?',
  'Sorry, what company did you say?',
] as const;

export const recipientGoodbyes = [
  'Thanks, bye!',
  'Thank you, goodbye.',
  'You too, bye.',
  'Okay, bye.',
  'Bye!',
  'Same to you. Bye!',
] as const;
export const finalAnswers = [
  "No, that's all, thanks.",
  'No, thank you, that was everything.',
  "That's it from me. Thanks.",
  'No, nothing else. Thanks for calling.',
] as const;

export const voicemailGreetings = [
  "Hi, you've reached {name}. I can't come to the phone right now, so please leave a message after the tone.",
  "Hey, this is {name}. I can't pick up right now. Leave your name and number, and I'll call you back.",
  "Hi, it's {name}. Sorry I missed you. Leave a message after the beep.",
] as const;
export const namelessVoicemailGreetings = [
  'The person you are calling is not available. Please leave a message after the tone.',
  "Hi, I can't take your call right now. Please leave a message after the beep.",
  "Hi, you've reached my voicemail. I can't pick up right now, so leave me a message after the tone.",
] as const;

/** Questions that business documents rarely answer. Each is checked against the documents before it is used. */
export const unanswerableQuestions = [
  'Who designed your logo?',
  "What's the name of your office dog?",
  'Do you sponsor the local football team?',
  'Do you also offer car insurance?',
  'Which bank do you use?',
  'How many people work for you?',
  'Do you have an office in Lisbon?',
  'Can I pay in bitcoin?',
  'Will you still be around in fifty years?',
  'What does your CEO make?',
  'Do you plant a tree for every new customer?',
  'Do you sell gift baskets for the holidays?',
  'Is your coffee fair trade?',
  'Do you run a summer camp for kids?',
  "What's that music you play when people are on hold?",
  'Do you do solar panels, too?',
  'Can I rent one of your vans for the weekend?',
  'Are you opening a location on the coast?',
  'Can I bring a school class to see your building?',
  'Do you have a loyalty card for the supermarket?',
  'Do you have a podcast?',
  'Can my brother in Australia use this?',
  'Do I get airline miles with this?',
  'Do your customers get a discount at the movies?',
  'Do you have a partner company in Ireland?',
  'Were you on TV the other day?',
  'Can I come by and see how it all works?',
] as const;
