/** Outcomes of a simulated call. A remote can have others. */
export const dispositions = {
  interested: 'Interested',
  confirmed: 'Confirmed',
  informed: 'Information given',
  answered: 'Questions answered',
  callback: 'Callback requested',
  followUp: 'Follow-up needed',
  notInterested: 'Not interested',
  doNotCall: 'Do not call again',
  wrongPerson: 'Wrong person',
  voicemail: 'Voicemail left',
  /** The recipient hung up before the agent reached its objective. */
  endedEarly: 'Ended early',
} as const;

/** The outcomes of calls that reached their objective. The success rate counts these. */
export const successfulDispositions: readonly string[] = [
  dispositions.interested,
  dispositions.confirmed,
  dispositions.informed,
  dispositions.answered,
];

export const successDescription = `Completed calls whose outcome counts as a success in the definition of their agent. Without a definition, these do: ${successfulDispositions.join(', ')}`;

/** Groups of outcomes, by which calls can be filtered. */
export const outcomeGroups = ['successful'] as const;

export type OutcomeGroup = (typeof outcomeGroups)[number];
