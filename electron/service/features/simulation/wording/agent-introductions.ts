/** `{name}` is "Nora" or "the assistant"; `{organization}` is the caller's. */
export const introductions = [
  "I'm an automated assistant calling from {organization}.",
  "I'm the automated assistant at {organization}.",
  "Just so you know, I'm an automated assistant with {organization}.",
  "You're talking to the automated assistant from {organization}.",
] as const;

export const shortIntroductions = [
  "Just so you know, I'm an automated assistant.",
  "I should mention I'm an automated assistant.",
  "I'm an automated assistant, by the way.",
] as const;

/** Used after "who is this?"; `{name}` is the agent's spoken name. */
export const nameReplies = [
  "This is {name}. I'm an automated assistant.",
  "It's {name}. I'm an automated assistant.",
  "Sure, this is {name}. I'm an automated assistant, not a person.",
] as const;

export const reasonTemplates = {
  because: [
    "I'm calling because {reason}.",
    "The reason I'm calling is that {reason}.",
    "I'm reaching out because {reason}.",
    'I wanted to let you know that {reason}.',
  ],
  to: [
    "I'm calling to {reason}.",
    "I'm just calling to {reason}.",
    "I'm reaching out to {reason}.",
    'I wanted to {reason}.',
  ],
  about: ["I'm calling about {reason}.", "I'm reaching out about {reason}.", "It's about {reason}."],
  quote: [
    "Here's what I'm calling about: {reason}.",
    "I've got one thing on my list today: {reason}.",
    'This is what the call is about: {reason}.',
  ],
  none: [
    'I have a quick question for you.',
    'I just wanted to check in with you.',
    "There's just one quick thing I wanted to go over.",
  ],
} as const;

/** `{action}` is another thing that the objective asks for. */
export const additionalActionTemplates = [
  "I'd also like to {action}.",
  "And if you have a minute, I'd like to {action}.",
  'While I have you, I can also {action}.',
  'I also wanted to {action}.',
] as const;

export const shortCallPhrases = [
  "It'll only take a couple of minutes.",
  "This won't take long.",
  "It's two minutes, tops.",
  "I'll keep it short.",
] as const;
