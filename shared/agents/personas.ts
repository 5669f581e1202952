/** Personas of the simulated recipient. */
export const personas = ['interested', 'busy', 'sceptical', 'wrong_person', 'voicemail', 'no_answer'] as const;

export type Persona = (typeof personas)[number];
