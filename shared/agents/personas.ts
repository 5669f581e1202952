/** Personas of the simulated recipient that test how an agent copes. They are chosen, and never random. */
export const difficultPersonas = [
  'confused',
  'hostile',
  'off_topic',
  'silent',
  'interrupts',
  'changes_mind',
  'non_native',
  'wants_person',
] as const;

export type DifficultPersona = (typeof difficultPersonas)[number];

/** Personas of the simulated recipient. */
export const personas = [
  'interested',
  'busy',
  'sceptical',
  ...difficultPersonas,
  'wrong_person',
  'voicemail',
  'no_answer',
] as const;

export type Persona = (typeof personas)[number];
