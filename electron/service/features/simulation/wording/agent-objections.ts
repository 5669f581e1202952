export type Objection = 'price' | 'trust' | 'competitor' | 'mail' | 'think' | 'not_interested';

/** Each first says that it was heard, then goes one step; `{organization}` is the caller's. */
export const objectionReplies: Readonly<Record<Objection, readonly string[]>> = {
  price: [
    "I understand, money matters. I can't change the price, but I can tell you exactly what is included. May I ask which part seems too much to you?",
    "That's a fair point. Nothing is decided in this call, and you are free to say no. What would be a reasonable amount for you?",
    'I hear you. It is worth looking at what you would really need, since that may cost less. What do you use the most?',
  ],
  trust: [
    "It's right to be careful. I won't ask you for passwords or card numbers. You can hang up and call {organization} on the number you know, and they can confirm it.",
    'I understand the doubt. You need not tell me anything about yourself. If you prefer, call {organization} yourself and ask about this call.',
    "Good that you ask. I'm an automated assistant of {organization}, I take no payments in this call, and you can check with the office at any time.",
  ],
  competitor: [
    "That's good to know, and I won't talk badly of anybody. May I ask what you like about it?",
    'Fair enough. If you are well served there, that is fine. Is there anything you miss with it?',
    'I see. A comparison costs nothing, though. What is included in what you have now?',
  ],
  mail: [
    'Gladly. I will ask the team to send you everything in writing. Is there one thing that should be explained in it?',
    "Of course. I've noted that you would like it in writing. Is there anything I can answer right now?",
    'That can be done. I will pass it on, so that you get it in writing. May I ask what interests you most?',
  ],
  think: [
    'Of course, take your time, there is no rush at all. Is there anything I can clear up to make it easier?',
    'That is sensible. Would it help if I answered a question or two before you decide?',
    'Take all the time you need. What is it that you are not yet sure about?',
  ],
  not_interested: [
    'I understand. May I ask what holds you back? Then I will leave you in peace.',
    "That's quite all right. Just so that I note it correctly: is it the timing, or the thing itself?",
    'Fair enough. One short question, if I may: is there anything that would make it worth a second look?',
  ],
};

export const firstRefusalReplies = [
  'That is quite all right. Is there something that speaks against it?',
  'No problem. May I ask what holds you back?',
  'I understand. Would it be better if a colleague talked it over with you another time?',
] as const;

export const secondRefusalReplies = [
  'I understand, and I will leave it at that. Thank you for your honesty.',
  "All right, I've noted that you are not interested. Thank you for taking the call.",
  'Fair enough. I will not press you any further.',
] as const;
