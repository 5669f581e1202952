import type { AnswerMeasures } from './measure-passages.ts';

export type Weights = {
  readonly intercept: number;
  readonly weights: readonly (readonly [name: keyof AnswerMeasures, weight: number])[];
};

/** Returns the weighted sum of measures. */
export function weighMeasures({ intercept, weights }: Weights, measures: Partial<AnswerMeasures>): number {
  return weights.reduce((sum, [name, weight]) => sum + weight * (measures[name] ?? 0), intercept);
}
