/** Who calls and why. `{who}` is the organization or empty, `{reason}` what the objective says. */
export const introductions = [
  "I'm an automated assistant calling for {organization}.",
  "I'm {organization}'s automated assistant.",
  "Just so you know, I'm an automated assistant, calling on behalf of {organization}.",
  'You are speaking with the automated assistant of {organization}.',
] as const;

export const shortIntroductions = [
  'Just so you know, I am an automated assistant.',
  "I should say that I'm an automated assistant.",
  "I'm an automated assistant, by the way.",
] as const;

export const reasonTemplates = {
  because: [
    "I'm calling because {reason}.",
    'The reason for my call is that {reason}.',
    "I'm getting in touch because {reason}.",
    'I wanted to let you know that {reason}.',
  ],
  to: [
    "I'm calling to {reason}.",
    'The reason for my call is to {reason}.',
    "I'm getting in touch to {reason}.",
    "Today I'd like to {reason}.",
  ],
  about: ["I'm calling about {reason}.", 'My call is about {reason}.', "It's about {reason}."],
  quote: [
    'Here is what I was asked to call about: {reason}.',
    'What I have on my list for today is this: {reason}.',
    'My task for this call reads as follows: {reason}.',
  ],
  none: [
    'I have a short question for you.',
    'I wanted to have a quick word with you.',
    'I have something short to go over with you.',
  ],
} as const;

export const additionalActionTemplates = [
  "I'd also like to {further}.",
  'And if you have a moment, I would like to {further} as well.',
  'While we are at it, I can {further}, too.',
  'And then I would like to {further}.',
] as const;

export const shortCallPhrases = [
  'It will only take a couple of minutes.',
  'This should not take long.',
  'It takes two minutes at most.',
  "I'll keep it short.",
] as const;
