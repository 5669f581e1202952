import type { Measures } from './measure-passages.ts';

export type Weights = {
  readonly intercept: number;
  readonly weights: readonly (readonly [name: keyof Measures, weight: number])[];
};

/** Returns the weighted sum of measures. */
export function weighMeasures({ intercept, weights }: Weights, measures: Partial<Measures>): number {
  return weights.reduce((sum, [name, weight]) => sum + weight * (measures[name] ?? 0), intercept);
}
