export const acknowledgements = [
  'I see.',
  'Thank you, that helps.',
  'Understood.',
  'Good to know.',
  "That's helpful, thank you.",
  'All right.',
  'Fair enough.',
  'Thanks for telling me.',
] as const;

export const gladReplies = ["That's good to hear.", 'Great.', 'Wonderful.', 'Glad to hear it.', 'Lovely.'] as const;

export const sorryReplies = ["I'm sorry to hear that.", 'I understand.', 'Fair enough.', "That's all right."] as const;

export const thanksReplies = ["You're welcome.", 'My pleasure.', 'Gladly.', 'No trouble at all.'] as const;

export const smallTalkReplies = [
  "I'm doing fine, thank you for asking.",
  "All is well here, thanks. It's kind of you to ask.",
  'Very well, thank you.',
] as const;

export const unclearReplies = [
  "I'm sorry, I didn't quite catch that. Could you say it in other words?",
  "Sorry, I couldn't make that out. Could you say it again?",
  "I'm not sure I understood. Could you put it differently?",
] as const;

export const repeatedUnclearReplies = [
  "I'm still not getting that, I'm sorry. Let me go on, and stop me at any time.",
  "The line makes it hard for me to follow. I'll go on, and you can stop me at any time.",
] as const;

export const repeatTemplates = [
  'Of course. I said: {said}',
  'Sure, once more: {said}',
  "No problem, I'll say it again. {said}",
] as const;

/** To "are you a robot?" */
export const robotReplies = [
  "Yes, I am. I'm an automated assistant calling for {organization}, not a person. If you would rather speak with one, just say so.",
  "You heard right: I'm a computer program that speaks for {organization}. A colleague of flesh and blood can call you back if you like.",
  "Yes, this is an automated call. I'm an assistant that works for {organization}, and I can have a person call you if you prefer.",
] as const;

/** To "are you a person?" */
export const notHumanReplies = [
  "No, I'm not. I'm an automated assistant calling for {organization}. If you would rather speak with a person, just say so.",
  'To be open with you: no. I am a computer program that speaks for {organization}, and a colleague can call you if you prefer.',
  "I'm afraid not. This is an automated call on behalf of {organization}, though everything I tell you comes from its documents.",
] as const;

export const numberSourceReplies = [
  '{organization} gave me your number for this call. If you would rather not be called, tell me, and I will note it.',
  "Your number is on the list that {organization} gave me for this call. I don't know more than that. If you want no more calls, just say so.",
] as const;

export const humanReplies = [
  'Of course. I will ask a colleague to call you back. When would suit you?',
  'Certainly. A colleague will call you on this number. What time would be good?',
  "No problem, I'll pass you on to a person, who will call you back. When is a good time?",
] as const;

export const busyReplies = [
  'I understand, then I will not keep you. When may I call again?',
  'No problem at all. When would be a better time?',
  'Of course, sorry to catch you at a bad moment. When shall I try again?',
  'That is quite all right. Would later today or tomorrow be better?',
] as const;

export const timeNotedTemplates = [
  'Good, I have noted {time}.',
  "Thank you, I've put down {time}.",
  'Perfect, {time} it is.',
  "I've made a note: {time}.",
] as const;

export const noTimeReplies = [
  'All right, then we will try again another day.',
  "Fine, I've noted that we should try again later.",
  'Good, then we will find another moment.',
] as const;

/** To "that's all": nothing more is asked. */
export const fineReplies = ['All right.', 'Good.', 'Fine.', 'Very well.'] as const;

export const complaintReplies = [
  "I'm sorry to hear that.",
  "Oh, I'm sorry about that.",
  "That's not how it should be, I'm sorry.",
] as const;

/** After an answer to somebody who has to go. */
export const callbackTimeQuestions = [
  'And when may I call you again?',
  'Now, when would be a better time for a call?',
  'And what time would suit you better?',
] as const;
