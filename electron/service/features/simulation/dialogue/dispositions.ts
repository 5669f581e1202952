/** What a rehearsed call can have led to: the labels of completed calls. */
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
  /** Hung up before anything was settled. */
  endedEarly: 'Ended early',
} as const;

export type Disposition = (typeof dispositions)[keyof typeof dispositions];
