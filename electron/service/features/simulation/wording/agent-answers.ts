/** Around what was found. `{source}` names the document, `{says}` agrees with it, `{answer}` is one or two sentences out of it. */
export const answerTemplates = [
  'Let me look. {Source} {says}: {answer}',
  '{Source} {puts} it like this: {answer}',
  'I have that here in {source}: {answer}',
  'According to {source}: {answer}',
  "That's covered in {source}. {answer}",
  'Here is what {source} {says}. {answer}',
  'I can read it to you from {source}: {answer}',
] as const;

export const answerTemplatesWithPage = [
  'It is on page {page} of {source}: {answer}',
  'On page {page}, {source} {says}: {answer}',
  'I found it in {source}, on page {page}. {answer}',
] as const;

/** Said before now and then, so that an answer begins like speech. */
export const answerOpeners = [
  'Good question.',
  'Sure.',
  'Of course.',
  'Yes, I can tell you that.',
  'One moment.',
  'Happy to.',
  'Right.',
] as const;

export const repeatedAnswerTemplates = [
  'As I said a moment ago, going by {source}: {answer}',
  'That is the same point as before, I think. Once more, in short: {answer}',
  'We touched on that just now. To sum it up: {answer}',
] as const;

export const repeatedAnswerOffers = [
  'I am afraid that is all my documents say on it. Would you like a colleague to go into it with you?',
  "I've told you all I have on that. Shall I have a colleague call you about it?",
  "I'd only repeat myself there. Would it help if someone from the team called you back?",
] as const;

export const unknownReplies = [
  "I'm sorry, I don't have anything on that in my documents, and I don't want to guess.",
  "That's something my documents don't cover, so I can't tell you for certain.",
  "I looked, but I can't find that in what I have been given. I'd rather not make something up.",
  "Honestly, I don't know. There is nothing about it in my documents.",
  "I'm afraid I have no information on that.",
] as const;

export const nextUnknownReplies = [
  "That one I don't have either, I'm sorry.",
  "I'm sorry, that is not in my documents either.",
  "No luck there either, I'm afraid: my documents don't say.",
] as const;

export const followUpOffers = [
  'Shall I have a colleague call you back about it?',
  'Would you like someone from the team to get back to you on that?',
  'I can pass the question on, and a colleague gets back to you. Would that be all right?',
] as const;

export const followUpAddedReplies = [
  'I have added it to the list for my colleague.',
  'My colleague will come back to you on that as well.',
  "I'll pass that on along with the other one.",
] as const;

export const followUpAcceptedReplies = [
  "Good, I've made a note of it. A colleague will get back to you.",
  "All right, I've passed that on. Someone from the team will call you.",
  "I've written it down, and a colleague will be in touch.",
] as const;

export const followUpDeclinedReplies = [
  'All right, then we leave that open.',
  'No problem, I have not passed it on.',
  'Fine, then I leave it at that.',
] as const;

/** To the same question again. */
export const repeatedUnknownReplies = [
  "I still have nothing on that, I'm sorry.",
  "I'm sorry, I can't say more about that than before.",
  'As I said, my documents are silent on that.',
] as const;
