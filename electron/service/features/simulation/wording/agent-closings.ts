export const agreedReplies = {
  offer: [
    "Wonderful, I've noted that you would like to go ahead. You will get the details in writing.",
    'Great, I have put you down for it. The summary will reach you in writing.',
    "Very good. I've noted your interest, and you will hear from us with the details.",
  ],
  confirm: [
    "Thank you, that's confirmed then.",
    "Perfect, I've marked it as confirmed.",
    'Great, it is noted as confirmed.',
  ],
  settle: ['Good, then it is settled.', "Perfect, I've put that down as agreed.", 'Very good, that is arranged.'],
  other: ["Thank you, I've noted that.", "Very good, I've put that down.", "Great, that's noted."],
} as const;

export const finalQuestions = [
  'Is there anything else I can do for you today?',
  'Anything else before we say goodbye?',
  'Is there anything else from your side?',
] as const;

export const goodbyes = [
  'Thank you for your time. Have a good day. Goodbye!',
  'Thanks for talking with me. Take care, and goodbye!',
  'It was a pleasure talking to you. Goodbye!',
  'Thank you very much, and have a lovely day. Bye now!',
  'Then I thank you for your time. All the best, and goodbye!',
] as const;

export const wrongPersonReplies = [
  "Oh, I'm sorry, then I have the wrong number. I'll correct it in our records. Sorry to have disturbed you, and goodbye!",
  'My apologies, I must have reached the wrong person. I will have the number taken out. Have a good day, goodbye!',
  "I'm sorry about the mix-up. I'll note that this number is not the right one, so you won't be bothered again. Goodbye!",
] as const;

export const stopReplies = [
  "Understood. I've noted that you do not want these calls any more. Sorry to have disturbed you. Goodbye!",
  'Of course. I have put down that we should not call you again. Goodbye, and take care!',
  "I'm sorry for the trouble. It is on record that you want no more calls. Goodbye!",
] as const;

export const tooLongReplies = [
  "I've taken enough of your time. A colleague can take it from here and will call you. Thank you, and goodbye!",
  'We have been talking for quite a while now, so let me hand this to a colleague, who will call you. Goodbye!',
] as const;

export const voicemailEndings = [
  'There is nothing you need to do right now. We will try again, or you can call {organization} back at any time. Thank you, and goodbye.',
  "I'll try you again another day. If you would like to talk sooner, please call {organization}. Have a good day. Goodbye.",
  'When you have a moment, please call {organization} back. Otherwise we will try you again. Thank you, goodbye.',
] as const;
