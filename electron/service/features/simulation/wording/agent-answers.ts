/** `{answer}` is one or two sentences from a document; `{source}` is the document's spoken title. */
export const answerTemplatesWithSource = [
  "{answer} That's in {source}.",
  "{answer} It's in {source}.",
  "{answer} I'm going by {source} there.",
] as const;

export const answerTemplatesWithPage = [
  "{answer} That's on page {page} of {source}.",
  "{answer} You'll find it on page {page} of {source}.",
] as const;

/** Used before some of the answers. */
export const answerOpeners = ['Good question.', 'Let me check.', 'Okay, let me see.'] as const;

/** Used if the documents possibly answer the question. */
export const hedgedAnswerTemplates = [
  "I'm not sure this is what you mean: {answer}",
  "The closest thing I have is this, and I'm not sure it's what you're asking: {answer}",
  "I may be misunderstanding you, but here's what I have: {answer}",
] as const;

export const repeatedAnswerTemplates = [
  'Same as before, really. In short: {answer}',
  'Like I said a minute ago: {answer}',
  "That's the one we just talked about. Quick recap: {answer}",
] as const;

export const repeatedAnswerOffers = [
  "That's all I have on it, sorry. Do you want someone from the team to call you about it?",
  "I've told you everything I know there. Should I have someone call you back?",
  "I'd just be repeating myself. Would it help to talk to someone on our team?",
] as const;

export const unknownReplies = [
  "Sorry, I don't have anything on that, and I don't want to guess.",
  "Hmm, that's not something I have information on. I'd rather not give you the wrong answer.",
  "I just checked, and I can't find anything on that. I don't want to make something up.",
  "Honestly, I don't know. I don't have anything on that here.",
  "I'm not sure about that one, and I don't want to tell you something wrong.",
] as const;

export const nextUnknownReplies = [
  "I don't have that one either, sorry.",
  "Sorry, I can't find anything on that either.",
  'No luck there either, sorry.',
] as const;

export const followUpOffers = [
  'Do you want someone to call you back about it?',
  'Should I have someone from the team get back to you on that?',
  'I can pass that on and have someone call you. Would that work?',
] as const;

export const followUpAddedReplies = [
  "I'll add it to the list for my colleague.",
  "They'll get back to you on that one, too.",
  "I'll pass that on along with the other one.",
] as const;

export const followUpAcceptedReplies = [
  "Great, I've made a note. Someone will get back to you.",
  "Okay, I've passed that on. Someone from the team will give you a call.",
  "Got it. I've written that down, and someone will be in touch.",
] as const;

export const followUpDeclinedReplies = [
  'Okay, no problem.',
  "Sure, we'll skip that one.",
  "All right, I'll leave it.",
] as const;

/** Used when the recipient asks the same question again. */
export const repeatedUnknownReplies = [
  "I still don't have anything on that, sorry.",
  "Sorry, I can't tell you more than I did before.",
  "I really don't have that information, sorry.",
] as const;

/** Used before "Sorry, I don't have anything on that" if another question of the turn was answered. */
export const otherUnknownLead = 'As for the rest:';
