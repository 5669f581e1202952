export const acknowledgements = ['Thanks, that helps.', 'Got it.', 'Good to know.', 'Thanks for telling me.'] as const;

/** Used after a remark that answers nothing. */
export const neutralReplies = ['I see.', 'All right.', 'Okay.', 'I understand.'] as const;

/** Used after "I won't tell you that". */
export const withheldReplies = [
  "That's fine, you don't have to tell me.",
  'No problem, we can leave that out.',
] as const;

export const gladReplies = ["That's good to hear.", 'Great.', 'Perfect.', 'Glad to hear it.', 'Awesome.'] as const;

export const sorryReplies = ["I'm sorry to hear that.", 'I understand.', 'Fair enough.', "That's okay."] as const;

export const thanksReplies = ["You're welcome.", 'Sure thing.', 'Happy to help.', 'No problem at all.'] as const;

export const smallTalkReplies = ["I'm doing well, thanks for asking.", 'Doing great, thank you.'] as const;

export const unclearReplies = [
  "Sorry, I didn't quite catch that. Could you say it another way?",
  "Sorry, I didn't get that. Could you say it again?",
  "I'm not sure I followed. Could you put that differently?",
] as const;

export const repeatedUnclearReplies = [
  "I'm still not getting that, sorry. I'll keep going, and you can stop me anytime.",
  "Sorry, I'm having trouble following. Let me keep going, and just jump in if you need to.",
] as const;

export const repeatTemplates = ['Of course. I said: {said}', 'Sure. {said}', 'No problem. {said}'] as const;

/** Used after "are you a robot?". */
export const robotReplies = [
  "Yes, I am. I'm an automated assistant with {organization}. If you'd rather talk to a person, just say so.",
  "Yes, this is an automated call from {organization}. If you'd rather talk to someone, I can have them call you.",
] as const;
/** Used after "are you a person?". */
export const notHumanReplies = [
  "No, I'm not. I'm an automated assistant with {organization}. If you'd rather talk to a person, just say so.",
  "I'm not, no. This is an automated call from {organization}. I can have someone call you back, though.",
] as const;

export const numberSourceReplies = [
  "{organization} gave me your number for this call. If you don't want these calls, just tell me and I'll make a note.",
  "You're on the list that {organization} gave me for this call. That's all I know. If you don't want any more calls, just say so.",
] as const;

/** Used after "I want to talk to a person". No question, because the recipient has said what they want. */
export const humanReplies = [
  "Of course. I'll have a colleague call you back on this number. If a certain time suits you best, just tell me.",
  "Sure, no problem. I'll have someone from the team call you back on this number. You can also tell me a time that suits you.",
  "Of course. Someone from the team will call you back on this number. If you'd like a certain time, just say it.",
] as const;

/** `{number}` is the number of a person. */
export const handOverReplies = [
  "Of course. I'll put you through to a colleague at {number} now. One moment, please.",
  "Sure. I'm handing you over to a colleague at {number}. Please stay on the line.",
] as const;

/** Used if the recipient says again that they cannot talk. The call goes on, because they are talking. */
export const stillBusyReplies = [
  "You're right, sorry. I'll let you go, and I'll call you again tomorrow. If another time is better, just tell me.",
  "Sorry, I won't keep you. I'll try you again tomorrow, unless you tell me a better time.",
] as const;

export const driverReplies = [
  'Oh, sorry, please keep your eyes on the road. When can I call back?',
  "No problem, safety first. When's a better time to call you?",
] as const;

export const busyReplies = [
  "Oh, no problem, I won't keep you. When can I call back?",
  "No worries at all. When's a better time?",
  'Sorry to catch you at a bad time. When should I try again?',
  "That's fine. Is later today or tomorrow better?",
] as const;

/** `{time}` is when to call, such as "on Friday at 3 PM". */
export const timeNotedTemplates = [
  "Great, I'll call you back {time}.",
  "Okay, I'll call you again {time}.",
  "Perfect, I'll try you again {time}.",
  "Got it, I'll call you {time}.",
] as const;

/** Used after "I want to talk to a person", with a time. */
export const personTimeTemplates = [
  'Okay, a colleague will call you back {time}.',
  'Got it. Someone from the team will call you {time}.',
  "All right, I'll have a colleague call you {time}.",
] as const;

export const noTimeReplies = ["Okay, we'll try you another day.", "All right, I'll try again another time."] as const;

/** Used after "that's all". */
export const fineReplies = ['All right.', 'Okay.', "That's fine.", 'Sure.'] as const;

/** Used when any of the choices will do. */
export const noPreferenceReplies = ['All right, no preference, then.', 'Okay, any of them will do.'] as const;

/** Used when any day or time will do. */
export const anyTimeReplies = {
  date: ['All right. The team will find a day and let you know.', 'Okay. Someone from the team will suggest a day.'],
  time: ['All right. The team will find a time and let you know.', 'Okay. Someone from the team will suggest a time.'],
} as const;

export const complaintReplies = [
  "I'm sorry to hear that.",
  "Oh no, I'm sorry about that.",
  "Sorry, that's not how it should be.",
] as const;

/** Used after an answer to a recipient who is in a hurry. */
export const callbackTimeQuestions = [
  'So when can I call you back?',
  'And when would be a better time to talk?',
  'What time works better for you?',
] as const;

/** Used after "hold on" and "let me finish". The agent waits for the next turn. */
export const pauseReplies = ["Of course. I'm listening.", "Sure, take your time. I'm here."] as const;

/** Used if the recipient has time after all. */
export const goOnReplies = ['Great, thanks.', 'Okay, thank you.', "Thanks, I'll keep it short."] as const;

export const goAheadReply = 'Sure, go ahead.';
export const lateGoodbye = 'Bye now!';

export type Objection = 'price_objection' | 'distrust' | 'send' | 'undecided' | 'not_interested';

/** Each acknowledges the objection and then asks or offers one thing. */
export const objectionReplies: Readonly<Record<Objection, readonly string[]>> = {
  price_objection: [
    "I hear you. I can't change the price, but I can tell you what's included. Which part feels like too much?",
    "That's fair. You don't have to decide anything today. What would feel reasonable to you?",
    'I get that. It might be worth looking at what you really need, since that could cost less. What do you use the most?',
  ],
  distrust: [
    "It's smart to be careful. I won't ask you for passwords or card numbers. You can hang up and call {organization} on the number you know, and they'll confirm it.",
    "I totally get it. You don't have to tell me anything about yourself. If you'd rather, call {organization} directly and ask about this call.",
    "Good that you ask. I'm an automated assistant with {organization}, I don't take payments on this call, and you can check with them anytime.",
  ],
  send: [
    "Sure, I'll ask the team to send you everything in writing. Is there anything you want them to explain?",
    "Of course. I've made a note to get it to you in writing. Is there anything I can answer right now?",
    "We can do that. I'll pass it on so you get it in writing. What's the most important part for you?",
  ],
  undecided: [
    "Of course, take your time. There's no rush. Is there anything I can clear up in the meantime?",
    'That makes sense. Would it help if I answered a question or two first?',
    "Take all the time you need. Is there anything you're unsure about?",
  ],
  not_interested: [
    "I understand. Can I ask what's holding you back? Then I'll let you go.",
    "That's okay. Just so I get it right: is it the timing, or is it just not for you?",
    "Fair enough. Quick question, if you don't mind: is there anything that would make it worth a look?",
  ],
};

export const firstRefusalReplies = [
  "That's okay. Is there something you don't like about it?",
  "No problem. Can I ask what's holding you back?",
  'I understand. Would it be better if someone from the team talked it over with you another time?',
] as const;

/** Used after a no to "does that still work for you?". */
export const otherDayReplies = [
  'No problem. Which day would work better for you?',
  "That's okay. What day would be better?",
  'All right. Which other day would suit you?',
] as const;

/** Says what the recipient can choose. */
export const choicesTemplate = 'You can choose {choices}.';
/** Says which days, or which hours, are possible: "Monday to Thursday, from Monday, December 7". */
export const offeredTemplate = "Here's what's possible: {offered}.";
/** Asks again after a day or a time at which nobody works. */
export const closedDayQuestions = ['Which other day would suit you?', 'What other day works for you?'] as const;
export const closedTimeQuestions = ['What other time would suit you?', 'Which other time works for you?'] as const;
/** Used if another day is not possible. */
export const keptTemplates = ["So I'll leave it at {value}.", "I'll keep {value}, then."] as const;

export const canceledReplies = {
  appointment: [
    "Okay, I've taken that back. I've noted that you want to cancel, and someone from the team will take care of it.",
    "All right, it's not confirmed anymore. I'll pass on that you want to cancel.",
  ],
  offer: [
    "Okay, I've taken that back. Nothing was booked.",
    'All right, I have removed it again. You are not signed up.',
  ],
} as const;

/** `{value}` is the repeated answer. */
export const notedTemplates = [
  'Okay, {value}.',
  "Great, I've put down {value}.",
  'Got it, {value}.',
  'Perfect, {value} it is.',
] as const;
export const changedTemplates = [
  "No problem, I've changed that to {value}.",
  "Sure, I've changed it to {value}.",
  'Okay, {value} instead.',
] as const;
/** Used after "so when are you coming?" */
export const recapTemplates = ["I've put down {value}.", 'I have {value} here.', "It's {value}."] as const;
export const changeQuestions = [
  'Sure. What should I change it to?',
  'No problem. What would you like instead?',
] as const;
export const alreadySaidReplies = [
  "You're right, sorry about that.",
  'Sorry, you did. My mistake.',
  "That's right, sorry.",
] as const;
export const presentReplies = ["Yes, I'm still here.", "Yes, I'm here, and I can hear you.", "I'm here."] as const;

/** Used after talk that is not about the call, also after attempts to change the agent's task. */
export const offTopicReplies = [
  "I can't help with that, I'm afraid. I'm only calling for {organization}.",
  "That's outside of what I can do on this call.",
  "I'm afraid I can only talk about why I'm calling.",
] as const;

/** Offers a person after a complaint. */
export const complaintOffers = [
  'Should I have a colleague call you about it?',
  'Would you like someone from the team to call you about that?',
] as const;
export const complaintPromises = [
  "I'll pass that on, and someone from the team will call you about it.",
  "I've noted that, and I'll make sure a colleague gets back to you.",
] as const;

export const secondRefusalReplies = [
  "Okay, I'll leave it there. Thanks for being straight with me.",
  "All right, I've made a note that you're not interested. Thanks for taking the call.",
  "Fair enough, I won't push.",
] as const;

export const agreedReplies = {
  offer: [
    "Great, I've put you down. You'll get the details in writing.",
    "Awesome, you're on the list. We'll send you a summary in writing.",
    "Perfect. I've noted you're interested, and we'll send you the details.",
  ],
  confirm: ["Great, you're confirmed.", "Perfect, I've marked it as confirmed.", "Okay, that's confirmed. Thank you."],
  settle: ["Great, that's settled, then.", "Perfect, I've put that down.", "Okay, that's all set."],
  other: ["Thanks, I've made a note of that.", "Great, I've got that down.", "Perfect, that's noted."],
} as const;

export const finalQuestions = ['Anything else before I let you go?', 'Anything else I can help with?'] as const;

export const goodbyes = [
  'Thanks for your time. Have a good day. Bye!',
  'Thanks for talking with me. Take care, bye!',
  'It was nice talking to you. Goodbye!',
  'Thanks so much, and have a great day. Bye now!',
  'All right, thanks for your time. Take care. Bye!',
] as const;

export const condolences = [
  "Oh, I'm so sorry for your loss.",
  "I'm very sorry to hear that. My condolences.",
  "I'm so sorry to hear that.",
] as const;

/** Used before the goodbye, after condolences. */
export const lossNotedReplies = [
  "I'll let the team know, and I won't keep you.",
  "I'll pass that on to the team. I won't take up more of your time.",
] as const;

export const wrongPersonReplies = [
  "Oh, I'm sorry, I must have the wrong number. I'll fix that in our records. Sorry to bother you. Bye!",
  "Sorry about that, I've got the wrong person. I'll have this number taken off the list. Have a good day, bye!",
  "Sorry for the mix-up. I'll make a note so you don't get these calls. Goodbye!",
] as const;

/** Asked when somebody else has the job of the person who is called. */
export const successorQuestions = [
  'Thanks for letting me know. Who can I talk to about this?',
  "Oh, I see, thank you. Who's the right person for this now?",
] as const;

export const stopReplies = [
  "Understood. I've made a note that you don't want these calls. Sorry to bother you. Goodbye!",
  "Of course. I've put you down so we don't call again. Take care, bye!",
  "I'm sorry about that. I've noted that you don't want any more calls. Goodbye!",
] as const;

export const tooLongReplies = [
  "I've taken up enough of your time. Someone from the team will call you and take it from here. Thanks, and goodbye!",
  "We've been at this for a while, so let me have someone from the team call you. Thanks for your time. Bye!",
] as const;

export const voicemailEndings = [
  "There's nothing you need to do right now. We'll try you again, or you can call {organization} back anytime. Thanks, bye.",
  "I'll try you again another day. If you'd like to talk sooner, just call {organization}. Have a good one. Bye.",
  "When you get a chance, give {organization} a call back. Otherwise we'll try you again. Thanks, bye.",
] as const;

/** The agent's last sentence in a call that has reached the longest talk time. */
export const timeUpReply = 'I have to end our call here. Thank you for your time. Goodbye.';

/** Replaces an answer of which nothing may be said. */
export const evasiveReply = 'I can’t say anything about that on this call.';
