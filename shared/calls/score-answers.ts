/** Criteria that do not apply to a call are not part of its total. */
export const scoreAnswers = ['yes', 'no', 'not_applicable'] as const;

export type ScoreAnswer = (typeof scoreAnswers)[number];

/** Whether a reviewer decided at least one criterion of a call. */
export const scoreStates = ['scored', 'not_scored'] as const;

export type ScoreState = (typeof scoreStates)[number];
