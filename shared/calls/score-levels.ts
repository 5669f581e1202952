/** The words for the scores of passages, best first. A passage has the first level whose `minScore` it reaches. */
export const scoreLevels = [
  { label: 'Strong', minScore: 0.5 },
  { label: 'Fair', minScore: 0.35 },
  { label: 'Weak', minScore: -Infinity },
] as const;
