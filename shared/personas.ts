/** Personas of the simulated recipient. */
export const personas = ['interested', 'busy', 'sceptical', 'wrong_person', 'voicemail', 'no_answer'] as const;

export type Persona = (typeof personas)[number];

/** Labels in the interface. */
export const personaLabels = {
  interested: 'Interested',
  busy: 'In a hurry',
  sceptical: 'Sceptical',
  wrong_person: 'Wrong person',
  voicemail: 'Voicemail',
  no_answer: "Doesn't answer",
} as const satisfies Record<Persona, string>;
