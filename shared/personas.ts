/** The recipients that a rehearsal can be drawn from, or asked for by name. */
export const personas = ['interested', 'busy', 'sceptical', 'wrong_person', 'voicemail', 'no_answer'] as const;

export type Persona = (typeof personas)[number];

/** What the window calls each. */
export const personaLabels = {
  interested: 'Interested',
  busy: 'In a hurry',
  sceptical: 'Sceptical',
  wrong_person: 'Wrong person',
  voicemail: 'Voicemail',
  no_answer: 'Does not pick up',
} as const satisfies Record<Persona, string>;
