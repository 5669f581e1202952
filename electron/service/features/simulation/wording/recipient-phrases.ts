/** How the one who was called speaks: short, and never quite the same. */
export const pickUps = ['Hello?', 'Yes, hello?', 'Hello, who is it?', 'Hi there.', 'Yes?', 'Good day.'] as const;
export const pickUpsByName = [
  'Hello, {name} speaking.',
  '{name}, hello?',
  'Yes, this is {name}.',
  '{name} here.',
] as const;

export const greetingReplies = {
  interested: [
    'Oh, hello. Yes, go ahead.',
    'Hi. Sure, I have a few minutes.',
    "Hello! Yes, that's fine, tell me.",
    'Hi, yes, I can talk.',
    'Good day. Yes, tell me.',
    'Yes, hello, I was just having a coffee, so go on.',
  ],
  sceptical: [
    'Hm. Go on, then.',
    'And what can I do for you?',
    'If you make it short.',
    "Yes? I'm listening.",
    'Right, what are you selling?',
    'Okay. I get a lot of these calls, you know.',
  ],
  busy: [
    "Sorry, I'm in the middle of something here.",
    "Oh, this isn't a good time, I'm afraid.",
    "I'm just about to walk into a meeting.",
    "I'm driving right now, so make it quick.",
    'I have somebody at the door, so I am in a bit of a rush.',
  ],
} as const;

/** Before a question, in the same breath. */
export const questionLeads = [
  '',
  '',
  '',
  'And ',
  'Actually, ',
  'One thing I was wondering: ',
  'Maybe you can help me with this: ',
  'While I have you: ',
  'Something else: ',
  'Before I forget: ',
  'One more thing: ',
  'Let me ask you this: ',
  'Just out of interest: ',
  "There's something I wanted to ask: ",
] as const;

/** Before a question where nothing else is said before it. */
export const questionOpeners = ['Okay. ', 'Right. ', 'Well, ', 'Good. ', 'All right. ', 'Hm. ', '', ''] as const;

/** What is said to an answer, before whatever comes next. */
export const answerReactions = {
  interested: [
    "Oh, that's good to know.",
    'That helps, thank you.',
    'Ah, I see.',
    "Okay, that's clear.",
    'Great, thanks.',
    "That's better than I thought.",
    'Right, that makes sense.',
    "I wasn't aware of that.",
  ],
  sceptical: [
    'Hm, all right.',
    'If you say so.',
    "Well, that's something.",
    'Okay, fair enough.',
    "I'll have to take your word for it.",
    'Right.',
    "I'd have expected that.",
  ],
} as const;

export const engagementAnswers = {
  offer: [
    'Mostly the price, to be honest, but it also has to be reliable.',
    "I'm quite happy as it is, but I'd listen to something better.",
    'I have thought about it a little, but not in detail.',
    'I would not want to be tied down for too long.',
  ],
  inform: [
    'I think I saw a letter, but I never got round to reading it.',
    'No, that is the first I hear of it.',
    'Vaguely. My partner mentioned something the other day.',
    'I knew it was coming up, but not when exactly.',
  ],
  confirm: [
    'As far as I know, that is all still as planned.',
    'Nothing has changed here.',
    'I have it in my calendar, so that should be fine.',
  ],
  collect: [
    'By and large I am satisfied. Sometimes things take a little long.',
    'It has been good so far, no complaints from me.',
    'Mixed, to be honest, but it has got better lately.',
  ],
  welcome: [
    'It has been going well so far, thanks.',
    'So far so good. A few things I still have to figure out.',
    'Quite well. I am still finding my way around.',
  ],
  help: [
    'I have had some trouble with it, on and off.',
    'I manage, but a few things are not clear to me.',
    'It has been all right, mostly.',
  ],
  settle: [
    'Mornings are better for me, usually.',
    'That should be possible, I think.',
    'I would have to look at my calendar, but probably.',
  ],
  general: [
    'I had not given it much thought, to be honest.',
    'It did cross my mind now and then.',
    'It might be, tell me more.',
    'It sounds reasonable so far.',
  ],
} as const;

export const scepticalEngagementAnswers = [
  'That depends on what it costs me.',
  "I'm not sure why you need to know that.",
  'It has been all right, I suppose.',
  'I would rather hear what you have to say first.',
] as const;

export const noMoreQuestions = [
  "No, I think that's everything.",
  'No, that was all from me.',
  "That's all I wanted to know, thanks.",
  'No further questions.',
  'No, you have covered it.',
] as const;

export const undecidedReplies = [
  'Before I say yes or no, I have a question.',
  'One moment.',
  'Perhaps, I am not sure yet.',
  'Wait, one question before that.',
] as const;
export const commitmentAcceptances = [
  "Yes, let's do that.",
  'Yes, please.',
  'Sure, that works for me.',
  'Yes, go ahead.',
  "All right, yes, I'm fine with that.",
  'Okay, yes, you convinced me.',
] as const;
export const commitmentRefusals = [
  "No, I'd rather not.",
  'Not today, no.',
  'No, not for now.',
  "No, I don't want to commit to anything on the phone.",
] as const;
export const repeatedRefusals = [
  "No, really, I'm not interested.",
  "No. I've made up my mind.",
  "I said no, and I'd like to leave it at that.",
  "No, thank you, it's not for me.",
] as const;
export const followUpAcceptances = [
  'Yes, please do that.',
  'That would be nice, yes.',
  'Yes, have somebody call me.',
  'Sure, why not.',
] as const;
export const followUpRefusals = ["No, that's not necessary.", 'No, leave it.', "No, I'll look it up myself."] as const;

export const robotQuestions = [
  'Wait, are you a robot?',
  'Sorry, am I talking to a machine?',
  'Are you a real person?',
  "Hang on, is this a computer I'm talking to?",
] as const;
export const scepticalObjections = [
  'How do I know this is not a scam?',
  "I'd need to think about it first.",
  'Could you just send me something by email?',
  'How did you get my number, anyway?',
] as const;
/** Where something is offered. */
export const offerObjections = [
  'That all sounds too expensive to me.',
  'To be honest, I already have an offer from another company.',
  "I'm not really interested in changing anything.",
  ...scepticalObjections,
] as const;
export const objectionAnswers = [
  "It's more a feeling, really.",
  "I just don't like to decide things on the phone.",
  'I want to be sure what I am getting into.',
  'It has to be worth it, that is all.',
  'I have had bad experiences with calls like this.',
] as const;

export const callbackTimes = [
  'Tomorrow morning, please.',
  'Try me tomorrow afternoon, around four.',
  'Some time after six would be fine.',
  'On Thursday, in the morning.',
  'Next week, maybe on Tuesday.',
  'Call me back in an hour.',
  'Tonight, after seven.',
] as const;
export const quickQuestionLeads = [
  'Just one thing, quickly: ',
  'Before I go, tell me: ',
  'One quick question, though: ',
] as const;
export const mustLeaveReplies = [
  'Thanks, but I really have to go now. Can you call me back?',
  'Okay, I have to run. Please call me another time.',
  'Right, I have to leave now. Call me back later, would you?',
] as const;

export const wrongNumberReplies = [
  "I think you've got the wrong number. There is nobody called {name} here.",
  'Sorry, you have the wrong person. I have never heard of a {name}.',
  'No {name} lives here. You must have the wrong number.',
] as const;
export const namelessWrongNumberReplies = [
  "I'm afraid you have the wrong number. This is a bakery.",
  "Sorry, I think you've got the wrong person. I only got this number last month.",
  'You must have misdialed, this is the wrong number. I have nothing to do with you.',
] as const;
export const wrongNumberQuestions = [
  'Who is this, please?',
  'Sorry, who do you want to speak to?',
  'Pardon? What company did you say?',
] as const;

export const recipientGoodbyes = [
  'Thank you, bye!',
  'Thanks, goodbye.',
  'You too, bye-bye.',
  'Okay, bye.',
  'Goodbye.',
  'Same to you. Bye!',
] as const;
export const finalAnswers = [
  "No, that's all, thanks.",
  'No, thank you, that was everything.',
  "That's it from me. Thank you.",
  'No, nothing else. Thanks for calling.',
] as const;

export const voicemailGreetings = [
  'Hi, you have reached the voicemail of {name}. I cannot come to the phone right now. Please leave a message after the tone.',
  'Hello, this is {name}. I am not available at the moment. Leave your name and number after the beep, and I will get back to you.',
  "Hi, it's {name}. Sorry I missed you. Say something after the beep.",
] as const;
export const namelessVoicemailGreetings = [
  'The person you are calling is not available. Please leave a message after the tone.',
  'Hello, nobody can take your call right now. Please leave a message after the beep.',
  "Hi, you've reached my voicemail. I can't pick up at the moment, so leave me a message after the tone.",
] as const;
